// Whose wallet it is: an address that two users name, and a wallet that shares another account than the expected one.
import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright/test'
import { texts } from '../../components/texts/en.ts'
import type { App } from '../support/app.ts'
import { tokens } from '../support/chain.ts'
import { expect, test } from '../support/e2e.ts'
import { callback, chooseAsset, enterAmount, heading } from '../support/link-flow.ts'
import { createLink, nameWallet, openSession, requestSamePayment } from '../support/links.ts'
import { ethereumId } from '../support/native-flow.ts'
import {
  chainIds,
  confirmButton,
  connectWallet,
  decideInWallet,
  openWallets,
  walletAddress,
} from '../support/sandbox-wallet.ts'
import { shopBalance } from '../support/shop.ts'

const usdc = tokens['USDC on Ethereum']
const name = 'Sandbox Wallet'
test.use({ contextOptions: { reducedMotion: 'reduce' } })

interface Attempt {
  transfer: { transferId: string; hash: string; status: string }
}

test('an attacker names the address and reports the hash first: the owner proves the address, and is credited', async ({
  page,
  app,
}) => {
  const before = await shopBalance(app, usdc)
  const attack = await openSession(app)
  const { accountId } = await nameWallet(attack, await walletAddress(app, 0))
  const order = { accountId, networkId: ethereumId, symbol: 'USDC', amount: '3.3125' }
  const { preview } = await attack<{ preview: { previewId: string } }>('preview', order)
  const { transfer } = await attack<Attempt>('execute', { previewId: preview.previewId })

  const flow = await openWallets(page, app, { known: Object.values(chainIds), chainId: chainIds.ethereum })
  await connectWallet(page, flow)
  await chooseAsset(flow, /USD Coin/)
  await flow.getByRole('button', { name: /^Network/ }).click()
  await flow.getByRole('radio', { name: /Ethereum/ }).check()
  await enterAmount(flow, '3.3125')
  await confirmButton(flow).click()
  await expect(heading(flow, texts.wallets.proveTitle)).toBeVisible()
  const prove = flow.getByRole('button', { name: texts.wallets.prove(name) })
  await prove.click()
  await decideInWallet(page, 'Sign this message', 'no')
  await expect(flow.getByText(texts.errors.walletRejected.replace('{name}', name))).toBeVisible()
  await prove.click()
  const message = page.getByRole('dialog', { name }).getByText(/^Transfer Link: confirm that this address is yours\./)
  await expect(message).toContainText('This signature moves nothing and allows no payment.')
  await decideInWallet(page, 'Sign this message')
  await decideInWallet(page, 'Confirm this payment')
  await expect(flow.getByRole('button', { name: texts.common.done })).toBeVisible()
  const { payload } = (await callback(page, 'transferFinished')) as { payload: { status: string; txId: string } }
  expect(payload.status).toBe('success')
  expect(await shopBalance(app, usdc)).toBe(before + 3_312_500n)
  const reported = await attack<Attempt>('wallet/sent', { transferId: transfer.transferId, hash: payload.txId })
  expect([reported.transfer.status, reported.transfer.hash]).toEqual(['Pending', ''])
})

test('an equal payment of another user makes it ambiguous: the waiting screen has the address proved, after a reload, too', {
  tag: '@proof',
}, async ({ page, app }) => {
  const flow = await openWallets(page, app, { known: Object.values(chainIds), chainId: chainIds.ethereum })
  await connectWallet(page, flow)
  await chooseAsset(flow, /USD Coin/)
  await flow.getByRole('button', { name: /^Network/ }).click()
  await flow.getByRole('radio', { name: /Ethereum/ }).check()
  await enterAmount(flow, '3.4375')
  await confirmButton(flow).click()
  const wallet = page.getByRole('dialog', { name })
  await expect(wallet.getByRole('heading', { name: 'Confirm this payment' })).toBeVisible()
  const { watched } = await requestSamePayment(app, { networkId: ethereumId, symbol: 'USDC', amount: '3.4375' })
  expect(watched).toBe(true)
  await decideInWallet(page, 'Confirm this payment')
  const prove = flow.getByRole('button', { name: texts.wallets.prove(name) })
  await expect(prove).toBeVisible()
  await page.frames()[1]?.evaluate(() => location.reload())
  await prove.click()
  await decideInWallet(page, 'Sign this message', 'no')
  await expect(flow.getByText(texts.errors.walletRejected.replace('{name}', name))).toBeVisible()
  await prove.click()
  await decideInWallet(page, 'Sign this message')
  await expect(flow.getByRole('button', { name: texts.common.done })).toBeVisible()
})

/** A wallet of the page itself, whose account the test chooses. It records its requests. */
async function openPageWallet(page: Page, app: App, expected: string, first: string): Promise<void> {
  await page.addInitScript((address) => {
    const wallet = { address, requests: [] as string[] }
    const request = async ({ method }: { method: string }) => {
      wallet.requests.push(method)
      return method.endsWith('ccounts') ? [wallet.address] : null
    }
    const detail = { info: { uuid: 'a', name: 'Page Wallet', rdns: 'test.page', icon: '' }, provider: { request } }
    addEventListener('eip6963:requestProvider', () =>
      dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail })),
    )
    Object.assign(globalThis, { wallet })
  }, first)
  const userId = randomUUID()
  const { token } = await nameWallet(await openSession(app, userId), expected)
  const { url } = await createLink(app, { FromAuthToken: token, FromType: 'DeFiWallet' }, userId)
  await page.goto(url)
}

const shown = (address: string) => `${address.slice(0, 6)}…${address.slice(-4)}`

test('a wallet that shares another account than the expected one: both are shown, and the user switches', {
  tag: '@proof',
}, async ({ page, app }) => {
  const [main, savings] = [await walletAddress(app, 0), await walletAddress(app, 1)]
  await openPageWallet(page, app, main, savings)
  await expect(page.getByText(`${texts.wallets.expectedAccount}: ${shown(main)}`)).toBeVisible()
  await page.getByRole('button', { name: 'Page Wallet' }).click()
  await expect(heading(page, texts.wallets.otherTitle)).toBeVisible()
  const addresses = page.locator('bdi.address')
  await expect(addresses).toHaveText([main, savings])
  await page.evaluate((address) => {
    Object.assign((globalThis as unknown as { wallet: object }).wallet, { address })
  }, main)
  await page.getByRole('button', { name: texts.wallets.switchAccount }).click()
  await expect(heading(page, texts.chooseAsset.title)).toBeVisible()
  await chooseAsset(page, /USD Coin/)
  await enterAmount(page, '7.5')
  await expect(page.getByText(shown(main))).toBeVisible()
})

test('the other account is used where the user confirms it', { tag: '@proof' }, async ({ page, app }) => {
  const [main, savings] = [await walletAddress(app, 0), await walletAddress(app, 1)]
  await openPageWallet(page, app, main, savings)
  await page.getByRole('button', { name: 'Page Wallet' }).click()
  await page.getByRole('button', { name: texts.wallets.useOther }).click()
  await chooseAsset(page, /USD Coin/)
  await enterAmount(page, '7.5')
  await expect(page.getByText(shown(savings))).toBeVisible()
})
