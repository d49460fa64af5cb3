// A wallet on Solana, in the site's page alone: it signs, the server sends, and the chain has the outcome.
import { randomBytes } from 'node:crypto'
import { base58 } from '@scure/base'
import type { Page } from 'playwright/test'
import { texts } from '../../components/texts/en.ts'
import { hasLitesvm } from '../../sandbox/solana/litesvm.ts'
import { tokenAccountOf } from '../../server/chains/solana-keys.ts'
import { paymentMessage, transactionOf } from '../../server/chains/solana-message.ts'
import { solana } from '../../server/networks/solana.ts'
import type { App } from '../support/app.ts'
import { expect, test } from '../support/e2e.ts'
import { callback, chooseAsset, enterAmount, type LinkFlow, linkFlow, openInShop } from '../support/link-flow.ts'
import { createLink } from '../support/links.ts'
import { confirmButton, decideInWallet, setWallet, type WalletSwitches } from '../support/sandbox-wallet.ts'

const usdc = solana.tokens.find(({ symbol }) => symbol === 'USDC')?.contract ?? ''
const name = 'Sandbox Wallet'
const question = 'Sign this payment'

test.skip(!hasLitesvm(), 'no litesvm for this machine')

// The sandbox's Solana starts with its first call. On a busy machine that takes longer than the server waits for a chain.
test.beforeAll(async ({ app }) => {
  if (app.solanaUrl !== null) await callNode(app, 'getHealth', [])
})

/** Calls the chain directly. */
async function callNode<Result>(app: App, method: string, params: unknown[]): Promise<Result> {
  const response = await fetch(app.solanaUrl ?? '', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  return ((await response.json()) as { result: Result }).result
}

async function usdcOf(app: App, owner: string): Promise<bigint> {
  const account = tokenAccountOf(owner, usdc)
  const options = { encoding: 'base64', commitment: 'confirmed' }
  const { value } = await callNode<{ value: ({ data: string[] } | null)[] }>(app, 'getMultipleAccounts', [
    [account],
    options,
  ])
  const [found = null] = value
  return found === null ? 0n : Buffer.from(found.data[0] ?? '', 'base64').readBigUInt64LE(64)
}

/** A random address at which the shop is paid, and the flow to it as far as the wallet's assets. */
async function connect(page: Page, app: App, account: WalletSwitches['account'] = 0) {
  const to = base58.encode(Uint8Array.from(randomBytes(32)))
  const ToAddresses = ['USDC', 'SOL'].map((symbol) => ({ NetworkId: solana.id, Symbol: symbol, Address: to }))
  const flow = await openInShop(page, app.shopUrl, await createLink(app, { ToAddresses }))
  await setWallet(page, { account })
  await flow.getByRole('button', { name: /^Browser wallet/ }).click()
  // The same wallet on another kind of chain is of no use for this link.
  await expect(flow.getByRole('button', { name })).toHaveCount(1)
  await flow.getByRole('button', { name: `${name} Solana` }).click()
  await decideInWallet(page, 'Connect to this site?')
  return { flow, to }
}

const sentence = (type: keyof typeof texts.errors) =>
  texts.errors[type].replaceAll('{name}', name).replaceAll('{network}', 'Solana (Sandbox)')

async function confirm(page: Page, flow: LinkFlow, decision: 'yes' | 'no' = 'yes'): Promise<void> {
  await confirmButton(flow).click()
  await decideInWallet(page, question, decision)
}

async function done(page: Page, flow: LinkFlow): Promise<Record<string, string>> {
  await expect(flow.getByRole('button', { name: texts.common.done })).toBeVisible()
  return ((await callback(page, 'transferFinished')) as { payload: Record<string, string> }).payload
}

test('USDC: refused, signed wrongly, and then paid, with the recipient’s account made on the way', {
  tag: '@proof',
}, async ({ page, app }) => {
  const { flow, to } = await connect(page, app)
  await chooseAsset(flow, /USD Coin/)
  await enterAmount(flow, '12.5')
  await expect(flow.getByText(texts.wallets.contract)).toBeVisible()
  await expect(flow.getByText(texts.wallets.deposit)).toBeVisible()
  await confirm(page, flow, 'no')
  await expect(flow.getByText(sentence('walletRejected'))).toBeVisible()
  for (const send of ['otherBytes', 'otherKey']) {
    await setWallet(page, { send })
    await confirm(page, flow)
    await expect(flow.getByText(sentence('walletSignedOther')), send).toBeVisible()
  }
  await setWallet(page, { send: '', connect: 'mainnet' })
  await confirmButton(flow).click()
  await expect(flow.getByText(sentence('walletOtherNetwork'))).toBeVisible()
  await setWallet(page, { connect: '' })
  expect(await usdcOf(app, to)).toBe(0n)
  await confirmButton(flow).click()
  // Whose account it is, and not the account alone.
  await expect(page.getByRole('dialog', { name }).getByText(to)).toBeVisible()
  await decideInWallet(page, question)
  const payload = await done(page, flow)
  expect(payload).toMatchObject({ status: 'success', amountText: '12.5', symbol: 'USDC', toAddress: to })
  expect(await usdcOf(app, to)).toBe(12_500_000n)
  const transaction = await callNode<{ meta: { err: unknown } }>(app, 'getTransaction', [payload.txId, {}])
  expect(transaction.meta.err).toBe(null)
  const explorer = await fetch(`${app.apiUrl}/sandbox/explorer/${solana.id}/tx/${payload.txId}`)
  expect(await explorer.text()).toContain(`12.5 USDC of ${to}`)
})

test('the shop’s own button for Solana: what was paid there is in its balance', { tag: '@proof' }, async ({
  page,
  app,
}) => {
  await page.goto(app.shopUrl)
  await page.getByRole('button', { name: 'Pay on Solana' }).click()
  const flow = linkFlow(page)
  await flow.getByRole('button', { name: /^Browser wallet/ }).click()
  await flow.getByRole('button', { name: `${name} Solana` }).click()
  await decideInWallet(page, 'Connect to this site?')
  await chooseAsset(flow, /USD Coin/)
  await enterAmount(flow, '2.25')
  await confirm(page, flow)
  await done(page, flow)
  await flow.getByRole('button', { name: texts.common.done }).click()
  const balances = page.getByRole('list', { name: 'Balance by asset' })
  await expect(balances.getByRole('listitem').filter({ hasText: 'USDC on Solana' })).toContainText('2.25')
})

test('SOL: all of it but the fee and the minimum balance of the account', async ({ page, app }) => {
  const { flow, to } = await connect(page, app, 1)
  await chooseAsset(flow, /^Solana/)
  await flow.getByRole('button', { name: texts.amount.max }).click()
  await flow.getByRole('button', { name: texts.amount.review }).click()
  await confirm(page, flow)
  expect((await done(page, flow)).amountText).toBe('0.99909612')
  const { value } = await callNode<{ value: number }>(app, 'getBalance', [to])
  expect(value).toBe(999_096_120)
})

test('tokens without a coin for the fee: the reason is shown before anything is tried', {
  tag: '@proof',
}, async ({ page, app }) => {
  const { flow } = await connect(page, app, 2)
  await expect(flow.getByText(texts.reasons.gasFeeAssetBalanceNotEnough).first()).toBeVisible()
})

test('a full page finds a wallet for Solana itself, and a reload goes on with its account', { tag: '@proof' }, async ({
  page,
  app,
}) => {
  await page.addInitScript(() => {
    const connects: string[] = []
    const listAccounts = async () => {
      const { solana } = await (await fetch('/sandbox/wallet/accounts')).json()
      return [{ address: solana[0].address, chains: ['solana:localnet'] }]
    }
    const connect = async (input?: { silent?: boolean }) => {
      connects.push(input?.silent ? 'silently' : 'aloud')
      return { accounts: await listAccounts() }
    }
    const features = { 'standard:connect': { connect }, 'solana:signTransaction': { signTransaction: () => {} } }
    const wallet = { name: 'Page Wallet', icon: '', chains: ['solana:localnet'], accounts: [], features }
    addEventListener('wallet-standard:app-ready', (event) => {
      ;(event as CustomEvent<{ register(each: object): void }>).detail.register(wallet)
    })
    Object.assign(globalThis, { connects })
  })
  const ToAddresses = [
    { NetworkId: solana.id, Symbol: 'USDC', Address: base58.encode(Uint8Array.from(randomBytes(32))) },
  ]
  await page.goto((await createLink(app, { ToAddresses })).url)
  await page.getByRole('button', { name: /^Browser wallet/ }).click()
  await page.getByRole('button', { name: 'Page Wallet' }).click()
  await enterAmount(page, '7.5')
  await expect(page.getByRole('button', { name: texts.wallets.confirm('Page Wallet') })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('textbox', { name: texts.amount.label('USDC') })).toHaveValue('7.5')
  expect(await page.evaluate(() => (globalThis as unknown as { connects: string[] }).connects)).toEqual(['silently'])
})

test('without a wallet to connect it is paid by hand, and the page sees it arrive', { tag: '@proof' }, async ({
  page,
  app,
}) => {
  const to = base58.encode(Uint8Array.from(randomBytes(32)))
  await page.goto((await createLink(app, { ToAddresses: [{ NetworkId: solana.id, Symbol: 'USDC', Address: to }] })).url)
  await page.getByRole('button', { name: /^Browser wallet/ }).click()
  await page.getByRole('button', { name: new RegExp(`^${texts.wallets.byLink}`) }).click()
  await page.getByRole('textbox', { name: texts.amount.label('USDC') }).fill('8.125')
  await page.getByRole('button', { name: texts.common.continue }).click()
  await expect(page.getByText(texts.payLink.waiting)).toBeVisible()
  await payByHand(app, to, 8_125_000n)
  await expect(page.getByRole('button', { name: texts.common.done })).toBeVisible()
  expect(await usdcOf(app, to)).toBe(8_125_000n)
})

/** By another wallet, which gets only the address and the amount. */
async function payByHand(app: App, to: string, units: bigint): Promise<void> {
  const wallet = `${app.apiUrl}/sandbox/wallet`
  const { solana: accounts } = (await (await fetch(`${wallet}/accounts`)).json()) as { solana: { address: string }[] }
  const [address = '', reference = ''] = accounts.map((each) => each.address)
  const { value } = await callNode<{ value: { blockhash: string } }>(app, 'getLatestBlockhash', [])
  const payment = { from: address, to, mint: usdc, decimals: 6, units, makesAccount: true, reference }
  const unsigned = Buffer.from(transactionOf(paymentMessage(payment, value.blockhash))).toString('base64')
  const body = JSON.stringify({ address, transaction: unsigned })
  const headers = { 'content-type': 'application/json' }
  const signed = await fetch(`${wallet}/sign`, { method: 'POST', headers, body })
  const { transaction } = (await signed.json()) as { transaction: string }
  await callNode(app, 'sendTransaction', [transaction, { encoding: 'base64' }])
}
