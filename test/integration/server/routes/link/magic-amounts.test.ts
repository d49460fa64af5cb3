// Every magic amount of the sandbox through the link's endpoints, against the real exchange process.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { atExchange, type LinkSession, openSession } from '../../../../support/link-session.ts'
import { baseId, ethereumId, recipient, toBase } from '../../../../support/native-flow.ts'
import { startTestServer, type TestServer } from '../../../../support/test-server.ts'

let server: TestServer
let session: LinkSession
let accountId: string
before(async () => {
  server = await startTestServer()
  session = await openSession(server)
  accountId = await session.accountOf('user_good')
})
after(() => server.stop())

async function previewed(amount: string) {
  const response = await session.preview(accountId, amount)
  assert.equal(response.status, 200, response.text)
  return response.body.content.preview
}

const executed = async (amount: string) => (await session.execute((await previewed(amount)).previewId)).body.content

/** Polls as the page does, until the transfer is as expected. */
async function untilSeen(transferId: string, isSeen: (transfer: { status: string; statusDetail: string }) => boolean) {
  const deadline = Date.now() + 20_000
  for (;;) {
    const { transfer } = (await session.get(`transfer/${transferId}`)).body.content
    if (isSeen(transfer)) return transfer
    if (Date.now() > deadline) throw new Error(`not seen: ${JSON.stringify(transfer)}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
const hasEnded = ({ status }: { status: string }) => status !== 'Pending'

test('.01 is rejected, and the transfer has the error type and data', async () => {
  const { outcome, errorType, errorData, transfer } = await executed('21.01')
  assert.deepEqual([outcome, errorType, errorData.reason], ['failed', 'exchangeRejected', 'other'])
  assert.deepEqual([transfer.status, transfer.statusDetail], ['Failed', 'Rejected'])
  assert.deepEqual(transfer.errorData, errorData)
})

test('.02 requires a code, also from a login that has none', async () => {
  const { previewId } = await previewed('21.02')
  assert.equal((await session.execute(previewId)).body.content.outcome, 'mfaRequired')
  assert.equal((await session.execute(previewId, { code: '123456' })).body.content.outcome, 'succeeded')
})

test('.03 stays pending until the console releases it, and a new link of the same user offers it first', async () => {
  const { transfer } = await executed('21.03')
  const held = (await atExchange(server, 'user_good').withdrawals()).find(({ amount }) => amount === '21.03')
  assert.equal(held?.status, 'pending')
  const later = await openSession(server)
  const { pendingTransfer } = (await later.get('session')).body.content
  assert.equal(pendingTransfer.transferId, transfer.transferId)
  assert.equal((await later.get(`transfer/${transfer.transferId}`)).body.content.transfer.status, 'Pending')
  await fetch(`${server.exchangeUrl}/console/withdrawals/${held?.id}/release`, { method: 'POST' })
  const done = await untilSeen(transfer.transferId, hasEnded)
  assert.equal(done.status, 'Succeeded')
  assert.match(done.hash, /^0x/)
  assert.match(done.explorerUrl, /\/tx\/0x/)
  assert.equal((await later.get('session')).body.content.pendingTransfer, null)
})

test('.04 has a quote of five seconds, after which the preview is expired and a new one is valid', async () => {
  const { previewId, expiresIn } = await previewed('21.04')
  assert.ok(expiresIn > 3 && expiresIn <= 5, `${expiresIn}`)
  server.wait(5_100)
  const late = await session.execute(previewId)
  assert.deepEqual([late.status, late.body.errorType], [410, 'previewExpired'])
  assert.equal((await executed('21.04')).outcome, 'succeeded')
})

test('.05 fails after it was pending, and the funds are back', async () => {
  const { outcome, transfer } = await executed('21.05')
  assert.deepEqual([outcome, transfer.status], ['succeeded', 'Pending'])
  const done = await untilSeen(transfer.transferId, hasEnded)
  assert.deepEqual([done.status, done.errorType], ['Failed', 'transferReturned'])
  assert.deepEqual(done.errorData, { name: 'Sandbox Exchange' })
})

test('.06 costs twice the fee on the next quote', async () => {
  const first = await previewed('21.06')
  const second = await previewed('21.06')
  assert.deepEqual([first.networkFee.fee, second.networkFee.fee], ['0.04', '0.08'])
  assert.deepEqual(second.totalDeducted, [{ symbol: 'USDC', amount: '21.14' }])
  assert.deepEqual(second.recipientReceives, { symbol: 'USDC', amount: '21.06' })
})

test('.07 happened although its response was lost: pending, then found, and one withdrawal', async () => {
  const { outcome, transfer } = await executed('21.07')
  assert.equal(outcome, 'succeeded')
  assert.equal((await untilSeen(transfer.transferId, hasEnded)).status, 'Succeeded')
  const made = (await atExchange(server, 'user_good').withdrawals()).filter(({ amount }) => amount === '21.07')
  assert.equal(made.length, 1)
})

test('a link to a destination that ends in dead is refused by the risk check, with the rule', async () => {
  const Address = '0x000000000000000000000000000000000000dead'
  const path = '/api/v1/cataloglink?userId=user-1&enableTransfers=true'
  const refused = await server.post(path, { ToAddresses: [{ ...toBase, Address }] })
  assert.deepEqual([refused.status, refused.body.errorType], [422, 'riskBlocked'])
  assert.equal(refused.body.errorData.rule, 'burnAddress')
})

test('limits are returned with their values: too little, too much, too many digits, more than there is', async () => {
  const facts = async (amount: string) => {
    const { status, body } = await session.preview(accountId, amount)
    return [status, body.errorType, body.errorData]
  }
  const where = { symbol: 'USDC', network: 'Base' }
  assert.deepEqual(await facts('0.5'), [422, 'amountBelowMinimum', { ...where, minimum: '1' }])
  assert.deepEqual(await facts('1000000.5'), [422, 'amountAboveMaximum', { ...where, maximum: '1000000' }])
  assert.deepEqual(await facts('25.0000001'), [422, 'amountPrecision', { ...where, decimals: 6 }])
  const [status, type, { available, maximum }] = await facts('30000')
  assert.deepEqual([status, type], [422, 'insufficientBalance'])
  assert.ok(Number(available) - Number(maximum) > 0.03, `${available} ${maximum}`)
  const [, forFee, data] = await facts(available)
  assert.deepEqual([forFee, data.fee, data.maximum], ['insufficientForFee', '0.04', maximum])
})

test('user_good holds an asset that no network carries, and TEST with its eighteen decimals', async () => {
  const destinations = [toBase, { NetworkId: ethereumId, Symbol: 'TEST', Address: recipient }]
  const other = await openSession(server, { ToAddresses: destinations })
  const account = await other.accountOf('user_good')
  const { holdings } = (await other.get(`holdings?accountId=${account}`)).body.content
  const bySymbol = new Map(holdings.map((holding: { symbol: string }) => [holding.symbol, holding]))
  const xmr = bySymbol.get('XMR') as { ineligibilityReason: string; networks: unknown[] }
  assert.deepEqual([xmr.ineligibilityReason, xmr.networks], ['noEligibleNetworks', []])
  const test = bySymbol.get('TEST') as { availableBalance: string; eligibleForTransfer: boolean }
  assert.deepEqual([test.availableBalance, test.eligibleForTransfer], ['12345678.901234567890123456', true])
  const more = { networkId: ethereumId, symbol: 'TEST' }
  const { preview } = (await other.preview(account, '1.000000000000000001', more)).body.content
  assert.deepEqual(preview.totalDeducted, [{ symbol: 'TEST', amount: '3.500000000000000001' }])
  assert.equal(preview.exchangeFee.fee, '0.5')
  assert.equal(preview.networkId === baseId, false)
})
