// Paying from a wallet that is not connected: by link, by QR code or by hand, with the chain watched for just that payment.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import decodeQR from 'qr/decode.js'
import { getAddress } from 'viem'
import { Amount } from '../../../../server/contract/amount.ts'
import { createLink } from '../../../../server/links/links.ts'
import { redeemLink } from '../../../../server/links/sessions.ts'
import { networkCatalogue } from '../../../../server/networks/catalogue.ts'
import { removeLimit, setLimit } from '../../../../server/transfers/operator-limits.ts'
import { pauseSending, resumeSending } from '../../../../server/transfers/sending-pause.ts'
import { tokenTransferData } from '../../../../server/wallets/calldata.ts'
import { endRequests } from '../../../../server/wallets/end-requests.ts'
import { paymentUri } from '../../../../server/wallets/payment-uri.ts'
import { pollEvmWallet } from '../../../../server/wallets/poll-evm-wallet.ts'
import { qrCode } from '../../../../server/wallets/qr-code.ts'
import { requestPayment } from '../../../../server/wallets/request-payment.ts'
import { reportDeclined, reportSent } from '../../../../server/wallets/wallet-callbacks.ts'
import { watchOf } from '../../../../server/wallets/watch-rows.ts'
import { recipient } from '../../../support/engine.ts'
import { baseId } from '../../../support/native-flow.ts'
import { startWalletEngine, type WalletEngine } from '../../../support/wallet-engine.ts'

const dayMs = 86_400_000
const usdc = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'

let engine: WalletEngine
before(async () => {
  engine = await startWalletEngine()
})
after(() => engine.close())

const destination = (symbol: string) => ({ networkId: baseId, symbol, address: recipient, addressTag: '' })
const requestPaymentLink = (amount: string, { symbol = 'USDC', userId = 'user-1', linkId = 'link-1' } = {}) => {
  const { clientId } = engine
  const owner = { clientId, userId, linkId, transactionId: `of ${linkId}`, allowed: [destination(symbol)] }
  return requestPayment(engine.deps, { ...owner }, { destination: destination(symbol), amount: Amount.parse(amount) })
}
const watched = async (amount: string, more = {}) => {
  const { transfer } = await requestPaymentLink(amount, more)
  assert.ok(transfer)
  return transfer
}
const leavePage = (linkId: string) => {
  const user = { clientId: engine.clientId, userId: 'user-1', linkId }
  return endRequests(engine.deps.database.query, user, engine.deps.now())
}
const pay = (units: bigint, from = engine.stranger) => {
  const [chainId, gas, value] = ['0x0', '0x186a0', '0x0']
  return engine.send(
    { chainId, from: from.address, to: usdc, data: tokenTransferData(recipient, units), value, gas },
    { from },
  )
}

test('a token from any sender: exactly this amount, and once', async () => {
  const transfer = await watched('25.5')
  assert.equal((await requestPaymentLink('25.5')).transfer?.id, transfer.id)
  await pay(25_499_999n)
  await pay(25_500_001n)
  await engine.mine(4)
  assert.equal((await engine.poll(transfer)).state, 'AwaitingWallet')
  const hash = await pay(25_500_000n)
  assert.equal((await engine.poll(transfer)).state, 'Broadcast')
  await engine.mine(3)
  const ended = await engine.poll(transfer)
  assert.deepEqual([ended.state, ended.hash], ['Succeeded', hash])
  const next = await watched('25.5')
  assert.notEqual(next.id, transfer.id)
  await engine.poll(next)
  assert.equal((await engine.poll(next)).state, 'AwaitingWallet')
})

test('left unpaid under one link and requested under another, the newest request is paid first, the abandoned one by a second payment', async () => {
  const left = await watched('26.5')
  await leavePage('link-1')
  const transfer = await watched('26.5', { linkId: 'link-2' })
  assert.notEqual(transfer.id, left.id)
  assert.equal((await watched('26.5', { linkId: 'link-2' })).id, transfer.id)
  const first = await pay(26_500_000n)
  await engine.mine(4)
  assert.equal((await engine.poll(left)).state, 'AwaitingWallet')
  const { state, hash, linkId, transactionId } = await engine.poll(transfer)
  assert.deepEqual([state, hash, linkId, transactionId], ['Succeeded', first, 'link-2', 'of link-2'])
  const second = await pay(26_500_000n)
  await engine.mine(4)
  await engine.poll(left)
  const late = await engine.poll(left)
  assert.deepEqual([late.state, late.hash, late.linkId, late.attention], ['Succeeded', second, 'link-1', null])
})

test('a user who goes back has left the request, unless it was paid already', async () => {
  const left = await watched('33.5')
  assert.equal(await reportDeclined(engine.deps, left), null)
  assert.notEqual((await watchOf(engine.deps.database.query, left.id)).declinedAt, null)
  assert.equal((await watched('33.5')).id, left.id)
  assert.equal((await watchOf(engine.deps.database.query, left.id)).declinedAt, null, 'requested again')
  await pay(33_500_000n)
  assert.equal((await reportDeclined(engine.deps, left))?.state, 'Broadcast')
})

test('a payment from before a newer request of its user belongs to the abandoned one', async () => {
  const left = await watched('27.5')
  await leavePage('link-1')
  const hash = await pay(27_500_000n)
  const transfer = await watched('27.5', { linkId: 'link-2' })
  await engine.mine(4)
  await engine.poll(transfer)
  assert.equal((await engine.poll(transfer)).state, 'AwaitingWallet')
  const paid = await engine.poll(left)
  assert.deepEqual([paid.state, paid.hash, paid.linkId], ['Succeeded', hash, 'link-1'])
})

test('an abandoned request ends without an operator, and the next one of its user is watched for a full day', async () => {
  const left = await watched('28.5')
  await leavePage('link-1')
  engine.wait(86_000_000)
  const transfer = await watched('28.5', { linkId: 'link-2' })
  engine.wait(2_000_000)
  const ended = await engine.poll(left)
  assert.deepEqual([(await engine.kindsOf(left)).at(-1), ended.attention], ['watchEnded', null])
  const hash = await pay(28_500_000n)
  await engine.mine(4)
  engine.wait(600_000)
  await engine.poll(transfer)
  const paid = await engine.poll(transfer)
  assert.deepEqual([paid.state, paid.hash], ['Succeeded', hash])
})

test('a request whose page could not report that its user left ends without an operator once its link has expired', async () => {
  const { deps, clientId } = engine
  const link = { clientId, userId: 'user-1', callbackUrl: 'https://shop.example/done', transfersEnabled: true }
  const nothing = { destinations: [], fixed: null, fromAccountId: null, fromType: null, transactionId: null }
  const { linkId, authCode } = await createLink(deps, { ...link, ...nothing, tokenDelivery: 'page' })
  const { session } = await redeemLink(deps, authCode)
  const [left, shown] = [await watched('34.5'), await watched('35.5', { linkId })]
  const keepOpen = deps.database.query.updateTable('link_session').set({ expires_at: deps.now().getTime() + 2 * dayMs })
  await keepOpen.where('id', '=', session.id).execute()
  engine.wait(dayMs + 600_000)
  const ended = await engine.poll(left)
  assert.deepEqual([(await engine.kindsOf(left)).at(-1), ended.attention], ['watchEnded', null])
  const { attention } = await engine.poll(shown)
  assert.match(attention ?? '', /no payment was found on the chain in 24 hours/)
})

test('a late payment of an abandoned request is never credited to another user, nor another user’s payment to it', async () => {
  const left = await watched('29.5')
  await leavePage('link-1')
  const transfer = await watched('29.5', { linkId: 'link-2' })
  assert.equal((await requestPaymentLink('29.5', { userId: 'user-2' })).transfer, null)
  await pay(29_500_000n)
  await engine.mine(4)
  for (const each of [left, transfer]) {
    assert.equal((await engine.poll(each)).state, 'AwaitingWallet')
    assert.equal((await engine.kindsOf(each)).at(-1), 'ambiguous')
  }

  const late = await watched('30.5')
  const next = await watched('30.5', { linkId: 'link-2' })
  await pay(30_500_000n)
  assert.equal((await engine.poll(next)).state, 'Broadcast')
  // The older request is still open: a payment may be from either user.
  assert.equal((await requestPaymentLink('30.5', { userId: 'user-2' })).transfer, null)
  await pay(30_500_000n)
  await engine.mine(4)
  await engine.poll(late)
  assert.equal((await engine.poll(late)).state, 'AwaitingWallet')
  assert.equal((await engine.poll(next)).state, 'Succeeded')
})

test('the coin itself, by the blocks since the request, also where a reorganisation takes it back', async () => {
  const transfer = await watched('0.0625', { symbol: 'ETH' })
  await engine.mine(130)
  for (let poll = 0; poll < 4; poll++) await engine.poll(transfer)
  const [chainId, gas, data] = ['0x0', '0x5208', '0x']
  const value = `0x${(625n * 10n ** 14n).toString(16)}`
  const call = { chainId, from: engine.stranger.address, to: recipient, data, value, gas }
  await engine.send(call, { from: engine.stranger })
  assert.equal((await engine.poll(transfer)).state, 'Broadcast')
  await engine.chain('anvil_reorg', 1, [])
  await engine.mine(2)
  await engine.poll(transfer)
  assert.equal((await engine.poll(transfer)).state, 'AwaitingWallet')
  const hash = await engine.send(call, { from: engine.stranger, feeTimes: 2n })
  await engine.mine(4)
  await engine.poll(transfer)
  const ended = await engine.poll(transfer)
  assert.deepEqual([ended.state, ended.hash], ['Succeeded', hash])
})

test('a coin that arrives between two reads of the chain is found by the next poll', async () => {
  const transfer = await watched('0.03125', { symbol: 'ETH' })
  await engine.mine(1)
  const at = engine.deps.wallets.get('base')
  assert.ok(at)
  const value = `0x${(3_125n * 10n ** 13n).toString(16)}`
  const call = { chainId: '0x0', from: '', to: recipient, data: '0x', value, gas: '0x5208' }
  let hash = ''
  const head = async () => {
    const before = await at.reads.head()
    if (hash === '') hash = await engine.send(call, { from: engine.stranger })
    return before
  }
  await pollEvmWallet(new Map([['base', { ...at, reads: { ...at.reads, head } }]]))(engine.deps, transfer)
  await engine.mine(8)
  assert.equal((await engine.poll(transfer)).hash, hash)
})

test('a payment that the receiver sends back at once has not arrived, and is no failure', async () => {
  const address = getAddress(`0x${'ba5e'.repeat(10)}`)
  await engine.chain('anvil_setCode', address, '0x60006000fd')
  const { clientId } = engine
  const place = { networkId: baseId, symbol: 'ETH', address, addressTag: '' }
  const owner = { clientId, userId: 'user-1', linkId: 'link-1', transactionId: null, allowed: [place] }
  const { transfer } = await requestPayment(engine.deps, owner, {
    destination: place,
    amount: Amount.parse('0.015625'),
  })
  assert.ok(transfer)
  const value = `0x${(15_625n * 10n ** 12n).toString(16)}`
  const call = { chainId: '0x0', from: '', to: address, data: '0x', value, gas: '0x186a0' }
  await engine.send(call, { from: engine.stranger })
  await engine.mine(4)
  await engine.poll(transfer)
  assert.equal((await engine.poll(transfer)).state, 'AwaitingWallet')
})

test('a connected wallet’s payment is not matched to an equal payment by link', async () => {
  const byLink = await watched('31')
  const { request, transfer } = await engine.requestPayment('31')
  await engine.send(request)
  await engine.mine(4)
  await engine.poll(byLink)
  await engine.poll(transfer)
  assert.equal((await engine.poll(transfer)).state, 'Succeeded')
  assert.equal((await engine.poll(byLink)).state, 'AwaitingWallet')
  const { transfer: unsent } = await engine.requestPayment('31')
  await pay(31_000_000n)
  await engine.mine(4)
  await engine.poll(byLink)
  assert.equal((await engine.poll(byLink)).state, 'Succeeded')
  assert.equal((await engine.poll(unsent)).state, 'AwaitingWallet')
})

test('an exchange’s payment for an equal transfer is matched to that transfer, once the exchange has reported its hash', async () => {
  const byLink = await watched('32')
  const { transfer: atExchange } = await engine.requestPayment('32')
  const change = (columns: { exchange_type?: string; state?: string; status?: string; hash?: string }) =>
    engine.deps.database.query.updateTable('transfer').set(columns).where('id', '=', atExchange.id).execute()
  await change({ exchange_type: 'sandbox', state: 'Submitted', status: 'Pending' })
  const withdrawn = await pay(32_000_000n)
  await engine.mine(4)
  assert.equal((await engine.poll(byLink)).state, 'AwaitingWallet')
  await change({ state: 'Confirming', hash: withdrawn })
  await engine.mine(4)
  assert.equal((await engine.poll(byLink)).state, 'AwaitingWallet')
  const hash = await pay(32_000_000n)
  await engine.mine(4)
  await engine.poll(byLink)
  assert.deepEqual([(await engine.poll(byLink)).state, (await engine.poll(byLink)).hash], ['Succeeded', hash])
})

test('two users who share one address: the payer cannot be identified, so neither payment succeeds', async () => {
  const first = await watched('77')
  assert.equal((await requestPaymentLink('77', { userId: 'user-2' })).transfer, null)
  await pay(77_000_000n)
  await engine.mine(4)
  assert.equal((await engine.poll(first)).state, 'AwaitingWallet')
  assert.equal((await engine.kindsOf(first)).at(-1), 'ambiguous')
})

test('nor for a third user, or the first once more: the second’s request may still be paid at any time', async () => {
  const first = await watched('78')
  assert.equal((await requestPaymentLink('78', { userId: 'user-2' })).transfer, null)
  assert.equal((await requestPaymentLink('78', { userId: 'user-3' })).transfer, null)
  assert.equal((await requestPaymentLink('78')).transfer, null)
  await pay(78_000_000n)
  await engine.mine(4)
  await reportSent(engine.deps, first, `0x${'ab'.repeat(32)}`)
  assert.equal((await engine.poll(first)).state, 'AwaitingWallet')
  engine.wait(86_500_000)
  await engine.poll(first)
  assert.equal((await engine.kindsOf(first)).at(-1), 'watchEnded')
  assert.ok((await requestPaymentLink('78', { userId: 'user-3' })).transfer)
})

test('wallet apps read the payment in the form of its network, and the QR code encodes the same', () => {
  type Environment = Parameters<typeof networkCatalogue>[0]
  const uriIn = (environment: Environment) => (key: string, symbol: string, address: string, amount: string) => {
    const networks = networkCatalogue(environment)
    const isSandbox = environment === 'sandbox'
    const network = networks.byKey(key)
    const token = network && networks.token(network, symbol)
    assert.ok(network && token)
    const chainId = networks.chainId(network)
    const payment = { network, chainId, token, address, addressTag: '', amount: Amount.parse(amount), isSandbox }
    return paymentUri({ ...payment, reference: null })
  }
  const [uriOf, uriInSandbox] = [uriIn('production'), uriIn('sandbox')]
  const token = uriOf('base', 'USDC', recipient, '10.5')
  assert.equal(token, `ethereum:${usdc}@8453/transfer?address=${recipient}&uint256=10500000`)
  assert.equal(uriOf('ethereum', 'ETH', recipient, '0.1'), `ethereum:${recipient}@1?value=100000000000000000`)
  const bitcoin = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'
  assert.equal(uriOf('bitcoin', 'BTC', bitcoin, '0.015'), `bitcoin:${bitcoin}?amount=0.015`)
  const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
  assert.equal(uriOf('solana', 'USDC', mint, '3'), `solana:${mint}?amount=3&spl-token=${mint}`)
  assert.equal(uriInSandbox('bitcoin', 'BTC', bitcoin, '0.015'), `bitcoin:${bitcoin}?amount=0.015&req-sandbox=1`)
  assert.equal(uriInSandbox('solana', 'USDC', mint, '3'), null)
  assert.equal(uriInSandbox('ethereum', 'ETH', recipient, '0.1')?.includes('@913370'), true)
  assert.equal(uriOf('xrp', 'XRP', 'rEb8TK3gBgk5auZkwc6sHnwrGVJH8DuaLh', '3'), null)
  assert.equal(readPath(qrCode(token ?? '')), token)
})

/** The text that a camera reads from the path. */
function readPath({ size, path }: { size: number; path: string }): string {
  const scale = 8
  const width = size * scale
  const data = new Uint8Array(width * width * 4).fill(255)
  for (const [, x, y, length] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    for (let row = Number(y) * scale; row < (Number(y) + 1) * scale; row++) {
      for (let column = Number(x) * scale; column < (Number(x) + Number(length)) * scale; column++) {
        data.fill(0, (row * width + column) * 4, (row * width + column) * 4 + 3)
      }
    }
  }
  return decodeQR({ width, height: width, data })
}

test('no payment is requested during a pause', async () => {
  const { query } = engine.deps.database
  await pauseSending(query, { kind: 'exchange', type: 'DeFiWallet' }, engine.deps.now())
  await assert.rejects(requestPaymentLink('77.7'), { type: 'sendingPaused' })
  await resumeSending(query, { kind: 'exchange', type: 'DeFiWallet' })
  assert.equal((await watched('77.7')).state, 'AwaitingWallet')
})

test('a payment to a destination that is not on the allow-list is refused, and limits do not apply', async () => {
  const { query } = engine.deps.database
  const limits = { 'usd-per-client': '1', 'allow-list': 'on' } as const
  for (const [name, value] of Object.entries(limits))
    await setLimit(query, { name: name as keyof typeof limits, clientId: null, value, setAt: engine.deps.now() })
  await assert.rejects(requestPaymentLink('78.7'), { type: 'destinationNotAllowed' })
  await removeLimit(query, { name: 'allow-list', clientId: null })
  assert.equal((await watched('78.7')).state, 'AwaitingWallet')
})
