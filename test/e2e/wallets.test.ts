// A wallet of the user's own, in the site's page alone: the Sandbox Wallet, as an extension would be.
import type { Page } from 'playwright/test'
import { texts } from '../../components/texts/en.ts'
import type { App } from '../support/app.ts'
import { coinBalance, tokenBalance, tokens } from '../support/chain.ts'
import { expect, test } from '../support/e2e.ts'
import {
  callback,
  callbackNames,
  chooseAsset,
  enterAmount,
  heading,
  type LinkFlow,
  openLink,
} from '../support/link-flow.ts'
import { createLink, requestSamePayment } from '../support/links.ts'
import { ethereumId } from '../support/native-flow.ts'
import {
  chainIds,
  confirmButton,
  connectWallet,
  decideInWallet,
  openWallets,
  sendFromSandbox,
  setWallet,
  type WalletSwitches,
  walletAddress,
} from '../support/sandbox-wallet.ts'
import { shopAddress, shopBalance, transferOnChain } from '../support/shop.ts'

const usdc = tokens['USDC on Ethereum']
const name = 'Sandbox Wallet'
// Screens that fade in hold up every press.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

/** As after an earlier visit. */
const known = { known: Object.values(chainIds), chainId: chainIds.ethereum }

/** Which network is proposed hangs on the price of gas on each chain just then. */
async function chooseEthereum(flow: LinkFlow): Promise<void> {
  await flow.getByRole('button', { name: /^Network/ }).click()
  await flow.getByRole('radio', { name: /Ethereum/ }).check()
}

/** From the shop to the review of so much USDC on Ethereum. */
async function review(page: Page, app: App, amount: string, switches: WalletSwitches = known): Promise<LinkFlow> {
  const flow = await openWallets(page, app, switches)
  await connectWallet(page, flow)
  await quote(flow, amount)
  return flow
}

async function quote(flow: LinkFlow, amount: string): Promise<void> {
  await chooseAsset(flow, /USD Coin/)
  await chooseEthereum(flow)
  await enterAmount(flow, amount)
  await expect(confirmButton(flow)).toBeVisible()
}

const done = (flow: LinkFlow) => expect(flow.getByRole('button', { name: texts.common.done })).toBeVisible()
const sentence = (type: keyof typeof texts.errors) =>
  texts.errors[type].replaceAll('{name}', name).replaceAll('{network}', 'Ethereum (Sandbox)')
const walletWindow = (page: Page, question: string) =>
  page.getByRole('dialog', { name }).getByRole('heading', { name: question })
const reportedHash = async (page: Page) =>
  ((await callback(page, 'transferFinished')) as { payload: { txId: string } }).payload.txId

test('USDC goes from a wallet in the page at the top to the shop, and the chain says so', async ({ page, app }) => {
  const before = await shopBalance(app, usdc)
  const requested: string[] = []
  page.on('request', (request) => {
    if (/bridge|wallet-calls/.test(request.url())) requested.push(request.url())
  })
  const flow = await openLink(page, app.shopUrl)
  // Nothing that has to do with wallets before somebody wants one.
  expect(requested).toEqual([])
  await flow.getByRole('button', { name: /^Browser wallet/ }).click()
  // A wallet that does not know the sandbox's chains.
  await connectWallet(page, flow)
  expect(requested.map((url) => /wallet-(bridge|calls)/.exec(url)?.[0]).sort()).toEqual([
    'wallet-bridge',
    'wallet-calls',
  ])
  await quote(flow, '12.5')
  await expect(flow.getByText(texts.wallets.contract)).toBeVisible()
  await confirmButton(flow).click()
  await decideInWallet(page, 'Add this network?')
  await decideInWallet(page, 'Confirm this payment')
  await done(flow)
  const { payload } = (await callback(page, 'transferFinished')) as { payload: Record<string, string> }
  expect(payload).toMatchObject({ status: 'success', amountText: '12.5', symbol: 'USDC', toAddress: shopAddress })
  const onChain = await transferOnChain(app, usdc, payload.txId ?? '')
  expect(onChain).toMatchObject({ succeeded: true, units: 12_500_000n, to: shopAddress.toLowerCase() })
  expect(await shopBalance(app, usdc)).toBe(before + 12_500_000n)
  await flow.getByRole('button', { name: texts.common.done }).click()
  await callback(page, 'exit')
  const names = (await callbackNames(page)).filter((each) => each !== 'linkEvent')
  expect(names).toEqual(['brokerConnected', 'transferFinished', 'exit'])
  const connected = (await callback(page, 'brokerConnected')) as { accessToken: { brokerType: string } }
  expect(connected.accessToken.brokerType).toBe('DeFiWallet')
})

test('all of a native coin is sent but what its own fee takes', { tag: '@proof' }, async ({ page, app }) => {
  const ethereum = app.rpcUrls.ethereum ?? ''
  const before = await coinBalance(ethereum, shopAddress)
  const flow = await openWallets(page, app, { ...known, account: 1 })
  await connectWallet(page, flow)
  await chooseAsset(flow, /^Ether/)
  await chooseEthereum(flow)
  await flow.getByRole('button', { name: texts.amount.max }).click()
  await flow.getByRole('button', { name: texts.amount.review }).click()
  await confirmButton(flow).click()
  await decideInWallet(page, 'Confirm this payment')
  await done(flow)
  const { payload } = (await callback(page, 'transferFinished')) as { payload: { amountText: string } }
  expect(payload.amountText).toMatch(/^0\.99\d+$/)
  const [, fraction = ''] = payload.amountText.split('.')
  expect(await coinBalance(ethereum, shopAddress)).toBe(before + BigInt(fraction.padEnd(18, '0')))
})

test('each way in which a wallet refuses to connect has its sentence, and the next try works', {
  tag: '@proof',
}, async ({ page, app }) => {
  const flow = await openWallets(page, app)
  const refusals: [string, keyof typeof texts.errors][] = [
    ['4001', 'walletRejected'],
    ['4100', 'walletUnauthorized'],
    ['4200', 'walletUnsupported'],
    ['4900', 'walletDisconnected'],
    ['-32002', 'walletPending'],
    ['-32603', 'walletFailed'],
  ]
  for (const [connect, type] of refusals) {
    await setWallet(page, { connect })
    await flow.getByRole('button', { name }).click()
    await expect(flow.getByText(sentence(type)), connect).toBeVisible()
  }
  await setWallet(page, { connect: '' })
  await flow.getByRole('button', { name }).click()
  await decideInWallet(page, 'Connect to this site?', 'no')
  await expect(flow.getByText(sentence('walletRejected'))).toBeVisible()
  await connectWallet(page, flow)
})

test('each way in which a wallet refuses to send has its sentence, nothing is sent, and the next try works', {
  tag: '@proof',
}, async ({ page, app }) => {
  const before = await shopBalance(app, usdc)
  const flow = await review(page, app, '3')
  const away = { chainId: '0x1' }
  const refusals: [WalletSwitches, keyof typeof texts.errors][] = [
    [{ ...away, switch: '4001' }, 'walletRejected'],
    [{ ...away, switch: '4200' }, 'walletOtherNetwork'],
    [{ ...away, switch: '4900' }, 'walletDisconnected'],
    [{ ...away, switch: '-32002' }, 'walletPending'],
    // Says yes, and stays where it is.
    [{ ...away, switch: 'silent' }, 'walletOtherNetwork'],
    [{ send: '4001' }, 'walletRejected'],
    [{ send: '4100' }, 'walletUnauthorized'],
    [{ send: '4200' }, 'walletUnsupported'],
    [{ send: '4900' }, 'walletDisconnected'],
    [{ send: '4901' }, 'walletOtherNetwork'],
    [{ send: '4902' }, 'walletUnknownNetwork'],
    [{ send: '-32002' }, 'walletPending'],
    [{ send: '-32603' }, 'walletFailed'],
  ]
  for (const [switches, type] of refusals) {
    await setWallet(page, { ...known, switch: '', send: '', ...switches })
    await confirmButton(flow).click()
    await expect(flow.getByText(sentence(type)), JSON.stringify(switches)).toBeVisible()
  }
  await setWallet(page, { ...known, send: '', account: 1 })
  await confirmButton(flow).click()
  await expect(flow.getByText(/is on another account/)).toBeVisible()
  // Wrapped by a phone: the network is added, and the wallet goes there.
  await setWallet(page, { known: [], account: 0, ...away, switch: 'wrapped' })
  await confirmButton(flow).click()
  await decideInWallet(page, 'Add this network?')
  await decideInWallet(page, 'Confirm this payment', 'no')
  await expect(flow.getByText(sentence('walletRejected'))).toBeVisible()
  expect(await shopBalance(app, usdc)).toBe(before)
  await confirmButton(flow).click()
  await decideInWallet(page, 'Confirm this payment')
  await done(flow)
  expect(await shopBalance(app, usdc)).toBe(before + 3_000_000n)
})

test('given up on the page, confirmed in the wallet all the same, and reported with a false hash: the payment is found', {
  tag: '@proof',
}, async ({ page, app }) => {
  const before = await shopBalance(app, usdc)
  const flow = await review(page, app, '2.25', { ...known, after: 'wrongHash' })
  await confirmButton(flow).click()
  await expect(walletWindow(page, 'Confirm this payment')).toBeVisible()
  // Only the sandbox wallet's window covers the page, so a script presses the button behind it.
  await page.frames()[1]?.evaluate(pressCancel)
  await expect(flow.getByRole('button', { name: texts.wallets.confirm(name), includeHidden: true })).toBeAttached()
  await decideInWallet(page, 'Confirm this payment')
  await done(flow)
  const hash = await reportedHash(page)
  expect(hash).not.toContain('5a5a5a')
  expect(await transferOnChain(app, usdc, hash)).toMatchObject({ succeeded: true, units: 2_250_000n })
  expect(await shopBalance(app, usdc)).toBe(before + 2_250_000n)
})

/** Runs in the hosted page. */
function pressCancel() {
  const step = document.querySelector('transfer-link')?.shadowRoot?.querySelector('main > *')
  step?.shadowRoot?.querySelector<HTMLElement>('footer button')?.click()
}

test('another account chosen in the wallet, before the review, on it, and while the network is changed: nothing leaves any but the one that was reviewed', {
  tag: '@proof',
}, async ({ page, app }) => {
  const [main, savings] = [await walletAddress(app, 0), await walletAddress(app, 1)]
  const savedBy = () => tokenBalance(app.rpcUrls.ethereum ?? '', usdc.contract, savings)
  const saved = await savedBy()
  const flow = await openWallets(page, app, known)
  await connectWallet(page, flow)
  await setWallet(page, { account: 1 })
  await quote(flow, '4.5')
  const short = `${main.slice(0, 6)}…${main.slice(-4)}`
  await expect(flow.getByText(short)).toBeVisible()
  const refusal = flow.getByText(texts.errors.walletOtherAccount.replaceAll('{name}', name).replace('{account}', short))
  await confirmButton(flow).click()
  await expect(refusal).toBeVisible()
  // The wallet shows the request on the right account; then its owner switches to another once more.
  await setWallet(page, { account: 0 })
  await confirmButton(flow).click()
  await decideInWallet(page, 'Confirm this payment', 'no')
  await expect(flow.getByText(sentence('walletRejected'))).toBeVisible()
  await setWallet(page, { account: 1 })
  await confirmButton(flow).click()
  await expect(refusal).toBeVisible()
  await setWallet(page, { account: 0, chainId: chainIds.base })
  await confirmButton(flow).click()
  await expect(walletWindow(page, 'Switch the network?')).toBeVisible()
  await setWallet(page, { account: 1 })
  await decideInWallet(page, 'Switch the network?')
  await expect(refusal).toBeVisible()
  // While the wallet shows the payment: it leaves from the requested account.
  await setWallet(page, { account: 0 })
  await confirmButton(flow).click()
  await expect(walletWindow(page, 'Confirm this payment')).toBeVisible()
  await setWallet(page, { account: 1 })
  await decideInWallet(page, 'Confirm this payment')
  await done(flow)
  const paid = await transferOnChain(app, usdc, await reportedHash(page))
  expect(paid).toMatchObject({ succeeded: true, units: 4_500_000n, from: main.toLowerCase() })
  expect(await savedBy()).toBe(saved)
})

test('a wallet that fails after it has sent gets one request', async ({ page, app }) => {
  const before = await shopBalance(app, usdc)
  const flow = await review(page, app, '6.75', { ...known, after: 'fails' })
  await confirmButton(flow).click()
  await decideInWallet(page, 'Confirm this payment')
  await expect(flow.getByText(sentence('walletFailed'))).toBeVisible()
  await confirmButton(flow).click()
  await done(flow)
  await expect(page.getByRole('dialog', { name })).toBeHidden()
  expect(await shopBalance(app, usdc)).toBe(before + 6_750_000n)
})

test('the payment of a wallet that sends elsewhere is not accepted', { tag: '@proof' }, async ({ page, app }) => {
  const before = await shopBalance(app, usdc)
  const flow = await review(page, app, '7.25', { ...known, send: 'elsewhere' })
  await confirmButton(flow).click()
  await decideInWallet(page, 'Confirm this payment')
  await expect(heading(flow, texts.track.title)).toBeVisible()
  await flow.getByRole('button', { name: texts.header.close }).first().click()
  await callback(page, 'exit')
  expect(await callbackNames(page)).not.toContain('transferFinished')
  expect(await shopBalance(app, usdc)).toBe(before)
})

test('tokens without the coin for the fee: the reason is shown before anything is tried', {
  tag: '@proof',
}, async ({ page, app }) => {
  const flow = await openWallets(page, app, { ...known, account: 2 })
  await flow.getByRole('button', { name }).click()
  await decideInWallet(page, 'Connect to this site?')
  await expect(heading(flow, texts.noEligible.title)).toBeVisible()
  await expect(flow.getByText(texts.reasons.gasFeeAssetBalanceNotEnough).first()).toBeVisible()
})

test('of two wallets only the chosen one gets requests', { tag: '@proof' }, async ({ page, app }) => {
  await page.addInitScript(() => {
    const requests: string[] = []
    const request = async ({ method }: { method: string }) => void requests.push(method)
    const detail = { info: { uuid: 'o', name: 'Other Wallet', rdns: 'test.other', icon: '' }, provider: { request } }
    const announce = () => dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
    addEventListener('eip6963:requestProvider', announce)
    Object.assign(globalThis, { requests, ethereum: detail.provider })
  })
  const flow = await openWallets(page, app)
  await expect(flow.getByRole('button', { name: 'Other Wallet' })).toBeVisible()
  await connectWallet(page, flow)
  expect(await page.evaluate(() => (globalThis as unknown as { requests: string[] }).requests)).toEqual([])
})

test('a full page finds the wallets itself, and a reload goes on with the account', async ({ page, app }) => {
  await page.addInitScript(() => {
    const requests: string[] = []
    const account = async () => {
      const { accounts } = await (await fetch('/sandbox/wallet/accounts')).json()
      return [accounts[0].address]
    }
    const request = ({ method }: { method: string }) => {
      requests.push(method)
      return method.endsWith('ccounts') ? account() : Promise.resolve(null)
    }
    const detail = { info: { uuid: 'f', name: 'Page Wallet', rdns: 'test.page', icon: '' }, provider: { request } }
    addEventListener('eip6963:requestProvider', () =>
      dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail })),
    )
    Object.assign(globalThis, { requests })
  })
  await page.goto((await createLink(app)).url)
  await page.getByRole('button', { name: /^Browser wallet/ }).click()
  await page.getByRole('button', { name: 'Page Wallet' }).click()
  await chooseAsset(page, /USD Coin/)
  await enterAmount(page, '7.5')
  await expect(page.getByRole('button', { name: texts.wallets.confirm('Page Wallet') })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('textbox', { name: texts.amount.label('USDC') })).toHaveValue('7.5')
  // Silently: the wallet did not prompt its user again.
  expect(await page.evaluate(() => (globalThis as unknown as { requests: string[] }).requests)).toEqual([
    'eth_accounts',
  ])
})

test('sent again with a higher fee it arrives, and replaced by another it never will', { tag: '@proof' }, async ({
  page,
  app,
}) => {
  const flow = await review(page, app, '1.5', { ...known, after: 'spedUp' })
  await confirmButton(flow).click()
  await decideInWallet(page, 'Confirm this payment')
  await done(flow)
  expect(await transferOnChain(app, usdc, await reportedHash(page))).toMatchObject({
    succeeded: true,
    units: 1_500_000n,
  })
  await flow.getByRole('button', { name: texts.common.done }).click()

  // The shop keeps the account, which would skip the first screen.
  await page.getByRole('button', { name: 'Forget' }).click()
  await setWallet(page, { after: 'canceled', connected: false })
  const again = await review(page, app, '1.25')
  await confirmButton(again).click()
  await decideInWallet(page, 'Confirm this payment')
  await expect(again.getByText(texts.errors.walletReplaced)).toBeVisible()
})

test('two equal payments: the page shows that it cannot detect either, and ends when the user confirms', {
  tag: '@proof',
}, async ({ page, app }) => {
  await page.goto((await createLink(app)).url)
  await page.getByRole('button', { name: /^Browser wallet/ }).click()
  await page.getByRole('button', { name: new RegExp(`^${texts.wallets.byLink}`) }).click()
  await page.getByRole('button', { name: /USDC · Ethereum/ }).click()
  await page.getByRole('textbox', { name: texts.amount.label('USDC') }).fill('9.375')
  await page.getByRole('button', { name: texts.common.continue }).click()
  await expect(page.getByText(texts.payLink.waiting)).toBeVisible()
  const payment = await requestSamePayment(app, { networkId: ethereumId, symbol: 'USDC', amount: '9.375' })
  expect(payment.watched).toBe(false)
  await expect(page.getByText(texts.payLink.unseen)).toBeVisible()
  await expect(page.getByText(texts.payLink.waiting)).toBeHidden()
  await page.getByRole('button', { name: texts.payLink.paid }).click()
  await page.waitForURL((url) => url.href.startsWith(app.shopUrl))
  const { status, transferId } = Object.fromEntries(new URL(page.url()).searchParams)
  expect([status, transferId ?? '']).toEqual(['Pending', ''])
})

test('on a phone without a wallet a link pays, and the page sees it arrive', {
  tag: ['@phone-only', '@proof'],
}, async ({ page, app }) => {
  const before = await shopBalance(app, usdc)
  await page.goto((await createLink(app)).url)
  await page.getByRole('button', { name: /^Browser wallet/ }).click()
  await expect(page.getByText(texts.wallets.none)).toBeVisible()
  await page.getByRole('button', { name: new RegExp(`^${texts.wallets.byLink}`) }).click()
  await page.getByRole('button', { name: /USDC · Ethereum/ }).click()
  await page.getByRole('textbox', { name: texts.amount.label('USDC') }).fill('8.125')
  await page.getByRole('button', { name: texts.common.continue }).click()
  const uri = await page.getByRole('link', { name: texts.payLink.open }).getAttribute('href')
  const [, contract = '', chain, to = '', units = ''] =
    /^ethereum:(0x\w{40})@(\d+)\/transfer\?address=(0x\w{40})&uint256=(\d+)$/.exec(uri ?? '') ?? []
  expect({ contract, chain, to, units }).toEqual({
    contract: usdc.contract,
    chain: String(Number(chainIds.ethereum)),
    to: shopAddress,
    units: '8125000',
  })
  const data = `0xa9059cbb${to.slice(2).toLowerCase().padStart(64, '0')}${BigInt(units).toString(16).padStart(64, '0')}`
  await sendFromSandbox(app, { to: contract, data, chain: chainIds.ethereum })
  await done(page)
  expect(await shopBalance(app, usdc)).toBe(before + 8_125_000n)
})
