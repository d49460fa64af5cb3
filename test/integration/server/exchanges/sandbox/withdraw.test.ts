// The outcome that the sandbox adapter returns for each response to an order, status by body. Only this order is accepted,
// only a known code is a rejection, and every other response is ambiguous.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Amount } from '../../../../../server/contract/amount.ts'
import { sandbox } from '../../../../../server/exchanges/sandbox/sandbox.ts'
import type { WithdrawalOrder, WithdrawalOutcome } from '../../../../../server/exchanges/withdrawal.ts'
import {
  type CannedServer,
  cutOff,
  type Responder,
  reset,
  respondJson,
  shortened,
  startCannedServer,
} from '../../../../support/canned-server.ts'

let server: CannedServer
before(async () => {
  server = await startCannedServer()
})
after(() => server.close())

const order: WithdrawalOrder = {
  clientReference: '3f0c4b1e-0000-4000-8000-000000000001',
  symbol: 'USDC',
  networkKey: 'base',
  address: '0xA38f54bf7d4A991dc7BD3b8cfAd5c54d557D4E61',
  addressTag: '',
  amount: Amount.parse('25.5'),
  adapterState: 'q',
  validUntil: new Date('2026-11-20T12:00:30Z'),
  mfaCode: null,
  extra: {},
}
const made = {
  id: 'w-1',
  clientId: order.clientReference,
  asset: 'USDC',
  network: 'base',
  address: order.address,
  tag: null,
  amount: '25.5',
  status: 'pending',
  hash: '',
  createdAt: '2026-11-20T12:00:00.000Z',
}
const withdrawal = { withdrawal: made }
const but = (change: object) => respondJson(201, { withdrawal: { ...made, ...change } })
const without = (field: keyof typeof made) => {
  const { [field]: _, ...rest } = made
  return respondJson(201, { withdrawal: rest })
}
const rejection = (status: number, code: string, more: object = {}) => respondJson(status, { error: { code, ...more } })

async function outcomeOf(respond: Responder, changed: Partial<WithdrawalOrder> = {}): Promise<WithdrawalOutcome> {
  server.respondWith(respond)
  return sandbox(server.url).withdraw({ accessToken: 't' }, 'main', { ...order, ...changed })
}

const accepted: [string, Responder][] = [
  ['the order', respondJson(201, withdrawal)],
  ['the order, its amount written otherwise', but({ amount: '25.500' })],
  ['the order, its address in another case', but({ address: order.address.toLowerCase() })],
  ['the order, with fields we do not know', but({ fee: 3, more: [] })],
  ['the order, in a status we do not know', but({ status: 'in review' })],
]
for (const [what, respond] of accepted) {
  test(`a 201 with ${what} is accepted`, async () => {
    assert.deepEqual(await outcomeOf(respond), { kind: 'accepted', withdrawalId: 'w-1' })
    assert.equal(server.requests.length, 1)
  })
}

const ambiguous: [string, Responder][] = [
  // Acceptances of another order
  ['a 201 under another reference', but({ clientId: '3f0c4b1e-0000-4000-8000-000000000002' })],
  ['a 201 of another amount', but({ amount: '25.50001' })],
  ['a 201 of another asset', but({ asset: 'ETH' })],
  ['a 201 on another network', but({ network: 'ethereum' })],
  ['a 201 to another address', but({ address: '0x0000000000000000000000000000000000000001' })],
  ['a 201 with a tag that was not given', but({ tag: '7' })],
  // Acceptances that cannot be read
  ['a 201 without an id', without('id')],
  ['a 201 with an empty id', but({ id: '' })],
  ['a 201 with an id of 201 characters', but({ id: 'x'.repeat(201) })],
  ['a 201 with a number for an id', but({ id: 7 })],
  ['a 201 with a number for an amount', but({ amount: 25.5 })],
  ['a 201 with words for an amount', but({ amount: 'much' })],
  ['a 201 without a reference', without('clientId')],
  ['a 201 without an amount', without('amount')],
  ['a 201 with null', respondJson(201, 'null')],
  ['a 201 with a list', respondJson(201, [withdrawal])],
  ['a 201 with a text', respondJson(201, '"ok"')],
  ['a 201 with nothing', respondJson(201, '')],
  ['a 201 with what is no JSON', respondJson(201, '<html>')],
  ['a 201 with half its JSON', shortened(201, withdrawal, 60)],
  ['a 201 that is cut off', cutOff(201, withdrawal, 60)],
  ['a 201 that is cut off at its first byte', cutOff(201, withdrawal, 0)],
  ['a 201 of six million bytes', respondJson(201, JSON.stringify({ ...withdrawal, more: 'x'.repeat(6_000_000) }))],
  // Other successful statuses
  ['a 200 with the order', respondJson(200, withdrawal)],
  ['a 202 with the order', respondJson(202, withdrawal)],
  ['a 204', (_request, response) => response.writeHead(204).end()],
  ['a redirect', (_request, response) => response.writeHead(307, { location: `${server.url}/elsewhere` }).end()],
  // Rejections that prove nothing
  ['a 422 with a code we do not know', rejection(422, 'please_see_our_notice')],
  ['a 422 without a code', respondJson(422, { error: {} })],
  ['a 422 with a number for a code', respondJson(422, { error: { code: 7 } })],
  ['a 422 with what is no JSON', respondJson(422, 'rejected')],
  ['a 422 that is cut off', cutOff(422, { error: { code: 'rejected' } }, 12)],
  ['a 409 for a used reference', rejection(409, 'duplicate_client_id')],
  ['a 400 with nothing', respondJson(400, '')],
  ['a 404 with a code we do not know', rejection(404, 'not_found')],
  ['a 408 with nothing', respondJson(408, '')],
  ['a 429 with a code we do not know', rejection(429, 'slow_down')],
  ['a 200 with a code that would prove it', rejection(200, 'rejected')],
  ['a 201 with a code that would prove it', rejection(201, 'rejected')],
  ['a 500 with nothing', respondJson(500, '')],
  ['a 500 with a code that would prove it', rejection(500, 'rejected')],
  ['a 502 with a page', respondJson(502, '<html>Bad gateway</html>')],
  ['a 503 with a code that would prove it', rejection(503, 'insufficient_funds')],
  ['a 503 with a question for a code', rejection(503, 'code_required')],
  ['a 500 with the order', respondJson(500, withdrawal)],
  // No response
  ['a connection that is reset', reset],
  ['a connection that ends', (request) => request.socket.end()],
  ['a response that is no HTTP', (request) => request.socket.end('hello')],
]
for (const [what, respond] of ambiguous) {
  test(`${what} is ambiguous`, async () => {
    assert.equal((await outcomeOf(respond)).kind, 'ambiguous')
    assert.equal(server.requests.length, 1, 'one order alone')
  })
}

const proofs = [
  'insufficient_funds',
  'below_minimum',
  'above_maximum',
  'too_many_decimals',
  'network_unsupported',
  'address_invalid',
  'rejected',
  'quote_expired',
  'withdrawals_locked',
  'withdrawal_hold',
  'verification_required',
  'declined',
  'stale_request',
  'token_invalid',
]
for (const code of proofs) {
  test(`${code} proves that nothing was made`, async () => {
    for (const status of [400, 401, 408, 422]) {
      assert.deepEqual(await outcomeOf(rejection(status, code)), { kind: 'rejected', code })
    }
  })
}

test('a required, a wrong and an expired code have distinct outcomes', async () => {
  const wish = { method: 'sms', methods: [{ kind: 'sms', to: '•• 42' }], length: 8 }
  assert.deepEqual(await outcomeOf(rejection(403, 'code_required', wish)), {
    kind: 'mfaRequired',
    method: 'phone',
    methods: [{ kind: 'phone', to: '•• 42' }],
    codeLength: 8,
  })
  assert.equal((await outcomeOf(rejection(403, 'wrong_code'))).kind, 'mfaWrong')
  assert.equal((await outcomeOf(rejection(403, 'code_expired'))).kind, 'mfaExpired')
  assert.equal((await outcomeOf(rejection(403, 'code_required', { method: 'smoke' }))).kind, 'ambiguous')
})

test('a connection that is refused proves that nothing was sent', async () => {
  const closed = await startCannedServer()
  await closed.close()
  const outcome = await sandbox(closed.url).withdraw({ accessToken: 't' }, 'main', order)
  assert.deepEqual(outcome, { kind: 'notSent' })
})

test('the order is sent as it was given, under our reference and with its time', async () => {
  await outcomeOf(respondJson(201, withdrawal), { addressTag: '77', mfaCode: '123456' })
  const [sent] = server.requests
  assert.equal(`${sent?.method} ${sent?.path}`, 'POST /v1/accounts/main/withdrawals')
  assert.deepEqual(JSON.parse(sent?.body ?? ''), {
    clientId: order.clientReference,
    asset: 'USDC',
    network: 'base',
    address: order.address,
    amount: '25.5',
    quoteId: 'q',
    validUntil: '2026-11-20T12:00:30.000Z',
    tag: '77',
    code: '123456',
  })
})
