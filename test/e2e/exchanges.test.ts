// Real exchanges' adapters in the browser, over the sandbox's emulators of them: signing in on the exchange's own page with a
// code when sending, an address that has to be saved first, a key with a passphrase, and the choice of a network.
import type { Page } from 'playwright/test'
import { texts } from '../../components/texts/en.ts'
import type { App } from '../support/app.ts'
import { tokens } from '../support/chain.ts'
import { expect, test } from '../support/e2e.ts'
import { signInAtExchange } from '../support/exchange-pages.ts'
import { callback, enterAmount, type LinkFlow, openInShop, scrollToSend, sendButton } from '../support/link-flow.ts'
import { createLink } from '../support/links.ts'
import { shopAddress, shopBalance } from '../support/shop.ts'

const usdc = tokens['USDC on Base']
const onBase = { NetworkId: 'aa883b03-120d-477c-a588-37c2afd3ca71', Symbol: 'USDC', Address: shopAddress }
const onEthereum = { ...onBase, NetworkId: 'e3c7fdd8-b1fc-4e51-85ae-bb276e075611' }

async function callExchange(app: App, method: string, path: string, body?: object): Promise<Record<string, never>> {
  const headers = { 'Content-Type': 'application/json' }
  const response = await fetch(app.exchangeUrl + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  return (await response.json()) as Record<string, never>
}

/** By the names that the exchange itself has for the two. */
async function enterKey(
  app: App,
  flow: LinkFlow,
  exchange: string,
  emulator: string,
  secretLabel: 'Private key' | 'Secret key' | 'API secret',
  passphraseLabel?: 'API passphrase' | 'Passphrase',
): Promise<void> {
  const { apiKeys } = (await callExchange(app, 'GET', '/console/api-keys')) as unknown as {
    apiKeys: { emulator: string; login: string; key: string; secret: string; passphrase: string }[]
  }
  const found = apiKeys.find((each) => each.emulator === emulator && each.login === 'user_good')
  await flow.getByRole('button', { name: new RegExp(`^${exchange}`) }).click()
  await flow.getByLabel(texts.keyFields['API key'], { exact: true }).fill(found?.key ?? '')
  await flow.getByLabel(texts.keyFields[secretLabel], { exact: true }).fill(found?.secret ?? '')
  if (passphraseLabel !== undefined) {
    await flow.getByLabel(texts.keyFields[passphraseLabel], { exact: true }).fill(found?.passphrase ?? '')
  }
  await flow.getByRole('button', { name: texts.signIn.cta, exact: true }).click()
}

async function ordersOver(app: App, emulator: string): Promise<number> {
  const { requests } = await callExchange(app, 'GET', `/console/emulators/${emulator}/requests?kind=withdraw`)
  return (requests as unknown as object[]).length
}

/** Fills in the pages of the window that the click opened. */
async function signInElsewhere(page: Page, press: () => Promise<void>, username: string): Promise<void> {
  const [popup] = await Promise.all([page.waitForEvent('popup'), press()])
  const closed = popup.waitForEvent('close', { timeout: 20_000 })
  await signInAtExchange(popup, username)
  await closed
}

test('Coinbase: sign-in in a separate window, a code when sending, and the funds arrive', async ({ page, app }) => {
  const before = await shopBalance(app, usdc)
  const ordered = await ordersOver(app, 'coinbase')
  const flow = await openInShop(page, app.shopUrl, await createLink(app, { ToAddresses: [onBase] }))
  await flow.getByRole('button', { name: /^Coinbase/ }).click()
  const press = () => flow.getByRole('button', { name: texts.signIn.open('Coinbase') }).click()
  await signInElsewhere(page, press, 'user_mfa_transfer')
  await enterAmount(flow, '21')
  await sendButton(flow).click()
  await flow.getByRole('textbox', { name: texts.enterCode.labels.phone }).fill('123456')
  await flow.getByRole('button', { name: texts.common.continue, exact: true }).click()
  await callback(page, 'transferFinished')
  expect(await shopBalance(app, usdc)).toBe(before + 21_000_000n)
  // The response to the first required the code.
  expect(await ordersOver(app, 'coinbase')).toBe(ordered + 2)
})

test('Kraken: an address that is not saved there is required, and when it is saved the transfer goes on', {
  tag: '@proof',
}, async ({ page, app }) => {
  const before = await shopBalance(app, usdc)
  const flow = await openInShop(page, app.shopUrl, await createLink(app, { ToAddresses: [onBase] }))
  await enterKey(app, flow, 'Kraken', 'kraken', 'Private key')
  await enterAmount(flow, '22')
  await scrollToSend(page, sendButton(flow))
  await sendButton(flow).click()
  await expect(flow.getByText(shopAddress.slice(-6))).toBeVisible()
  await callExchange(app, 'POST', '/console/addresses', {
    login: 'user_good',
    label: 'the shop',
    network: 'base',
    address: shopAddress,
  })
  await callback(page, 'transferFinished')
  expect(await shopBalance(app, usdc)).toBe(before + 22_000_000n)
})

test('Binance: of two networks the cheaper one is proposed, and the user may choose', { tag: '@proof' }, async ({
  page,
  app,
}) => {
  const before = await shopBalance(app, usdc)
  const flow = await openInShop(page, app.shopUrl, await createLink(app, { ToAddresses: [onEthereum, onBase] }))
  await enterKey(app, flow, 'Binance', 'binance', 'Secret key')
  await enterAmount(flow, '23')
  await sendButton(flow).click()
  await callback(page, 'transferFinished')
  expect(await shopBalance(app, usdc)).toBe(before + 23_000_000n)
})

test('KuCoin: a key with its passphrase connects, and the funds arrive', { tag: '@proof' }, async ({ page, app }) => {
  const before = await shopBalance(app, usdc)
  const flow = await openInShop(page, app.shopUrl, await createLink(app, { ToAddresses: [onBase] }))
  await enterKey(app, flow, 'KuCoin', 'kuCoin', 'API secret', 'API passphrase')
  await enterAmount(flow, '24')
  await sendButton(flow).click()
  await callback(page, 'transferFinished')
  expect(await shopBalance(app, usdc)).toBe(before + 24_000_000n)
})
