// How the sandbox adapter reads withdrawals. Only a complete and valid response proves absence.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { ExchangeFailure } from '../../../../../server/exchanges/exchange-failure.ts'
import { sandbox } from '../../../../../server/exchanges/sandbox/sandbox.ts'
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

const row = {
  id: 'w-1',
  clientId: 'ours',
  asset: 'USDC',
  network: 'base',
  address: '0xA38f54bf7d4A991dc7BD3b8cfAd5c54d557D4E61',
  tag: null,
  amount: '25.5',
  status: 'sent',
  hash: '0xab',
  createdAt: '2026-11-20T12:00:00.000Z',
}
const terms = { symbol: 'USDC', networkKey: 'base' }
const since = new Date('2026-11-20T11:59:00Z')
const page = (withdrawals: object[], nextCursor: string | null = null) => ({ withdrawals, nextCursor })

type Read = () => Promise<unknown>
const exchange = () => sandbox(server.url)
const get: Read = () => exchange().getWithdrawal({ accessToken: 't' }, 'main', 'w-1')
const find: Read = () =>
  exchange().findWithdrawal({ accessToken: 't' }, 'main', { ...terms, clientReference: 'ours', since })
const list: Read = () => exchange().listWithdrawals({ accessToken: 't' }, 'main', since)

/** One page after the other; the last one stays. */
function pages(...all: object[]): Responder {
  return (request, response, n) => respondJson(200, all[Math.min(n, all.length - 1)])(request, response, n)
}

async function assertProvesNothing(read: Read, respond: Responder): Promise<void> {
  server.respondWith(respond)
  await assert.rejects(read(), ExchangeFailure)
}

const broken: [string, (body: object) => Responder][] = [
  ['that is cut off', (body) => cutOff(200, body, 40)],
  ['with half its JSON', (body) => shortened(200, body, 40)],
  ['with nothing', () => respondJson(200, '')],
  ['that is no JSON', () => respondJson(200, '<html>')],
  ['of six million bytes', (body) => respondJson(200, { ...body, more: 'x'.repeat(6_000_000) })],
  ['with null', () => respondJson(200, 'null')],
  ['with a list', () => respondJson(200, '[]')],
  ['with an object that has nothing', () => respondJson(200, {})],
  ['of a server that failed', () => respondJson(500, '')],
  ['of a server that failed, with a whole body', (body) => respondJson(503, body)],
  ['of a redirect', () => (_request, response) => void response.writeHead(302, { location: '/' }).end()],
  ['that never came', () => reset],
]
for (const [what, broke] of broken) {
  test(`a response ${what} proves no withdrawal and no absence`, async () => {
    await assertProvesNothing(get, broke({ withdrawal: row }))
    await assertProvesNothing(find, broke(page([row])))
    await assertProvesNothing(list, broke(page([row])))
  })
}

const wrongTyped: [string, object][] = [
  ['a number for an amount', { amount: 25.5 }],
  ['words for an amount', { amount: 'much' }],
  ['a number for an id', { id: 7 }],
  ['an empty id', { id: '' }],
  ['no address', { address: undefined }],
  ['words for a time', { createdAt: 'yesterday' }],
  ['a number for a hash', { hash: 7 }],
]
for (const [what, change] of wrongTyped) {
  test(`a withdrawal with ${what} is not returned, nor is a list that has it`, async () => {
    const wrong = { ...row, ...change }
    await assertProvesNothing(get, respondJson(200, { withdrawal: wrong }))
    await assertProvesNothing(find, respondJson(200, page([wrong])))
    await assertProvesNothing(list, respondJson(200, page([row, wrong])))
  })
}

test('a status word that is not in the table is unknown', async () => {
  for (const [status, state] of [
    ['pending', 'pending'],
    ['sent', 'sent'],
    ['completed', 'completed'],
    ['failed', 'failed'],
    ['canceled', 'canceled'],
    ['FAILED', 'unknown'],
    ['in review', 'unknown'],
    ['', 'unknown'],
    ['constructor', 'unknown'],
  ]) {
    server.respondWith(respondJson(200, { withdrawal: { ...row, status } }))
    assert.equal(((await get()) as { state: string }).state, state)
  }
})

test('a 404 is no withdrawal, and any other error proves nothing', async () => {
  server.respondWith(respondJson(404, { error: { code: 'not_found' } }))
  assert.equal(await get(), undefined)
  await assertProvesNothing(get, respondJson(403, { error: { code: 'not_found' } }))
  await assertProvesNothing(find, respondJson(404, { error: { code: 'not_found' } }))
  await assertProvesNothing(list, respondJson(404, { error: { code: 'not_found' } }))
})

test('a list of all pages is whole', async () => {
  const other = { ...row, id: 'w-2', clientId: 'theirs' }
  server.respondWith(pages(page([other], 'a'), page([], 'b'), page([row])))
  assert.equal(((await list()) as unknown[]).length, 2)
  assert.equal(server.requests.length, 3)
  assert.match(server.requests[2]?.path ?? '', /since=2026-11-20T11%3A59%3A00\.000Z&cursor=b$/)
})

test('an empty list is absence only when it is marked as the last page', async () => {
  server.respondWith(respondJson(200, page([])))
  assert.equal(await find(), undefined)
  assert.deepEqual(await list(), [])
  await assertProvesNothing(find, respondJson(200, { withdrawals: [] }))
  await assertProvesNothing(list, respondJson(200, { withdrawals: [] }))
  await assertProvesNothing(find, respondJson(200, { withdrawals: [], nextCursor: 7 }))
})

test('a cursor that comes again, and pages without end, are no list', async () => {
  await assertProvesNothing(list, pages(page([row], 'a')))
  await assertProvesNothing(list, pages(page([], 'a'), page([], 'b'), page([], 'a')))
  await assertProvesNothing(find, pages(page([], 'a')))
  await assertProvesNothing(list, (request, response, n) => respondJson(200, page([], `${n}`))(request, response, n))
})

test('a page in the middle that fails leaves no list', async () => {
  await assertProvesNothing(list, (request, response, n) =>
    n === 0 ? respondJson(200, page([row], 'a'))(request, response, n) : respondJson(500, '')(request, response, n),
  )
})

test('under our reference exactly one withdrawal is found, and it is ours', async () => {
  server.respondWith(respondJson(200, page([row])))
  assert.equal(((await find()) as { id: string }).id, 'w-1')
  await assertProvesNothing(find, respondJson(200, page([row, { ...row, id: 'w-2' }])))
  await assertProvesNothing(find, respondJson(200, page([{ ...row, clientId: 'theirs' }])))
  await assertProvesNothing(find, respondJson(200, page([], 'a')))
})
