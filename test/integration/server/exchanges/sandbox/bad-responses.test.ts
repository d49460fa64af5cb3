// Responses that no healthy exchange sends, through the real adapter: none may crash, and none may be taken for a withdrawal
// of ours, or for proof that there is none.
import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import { sandbox } from '../../../../../server/exchanges/sandbox/sandbox.ts'
import { type CannedServer, rawHttpResponse, startCannedServer } from '../../../../support/canned-server.ts'
import { type Engine, recipient, startEngine } from '../../../../support/engine.ts'
import { shareOf } from '../../../../support/length.ts'

let server: CannedServer
let engine: Engine
before(async () => {
  server = await startCannedServer()
})
after(() => server.close())
beforeEach(async () => {
  engine = await startEngine()
  const { withdraw, getWithdrawal, findWithdrawal } = sandbox(server.url)
  Object.assign(engine.script.exchange, { withdraw, getWithdrawal, findWithdrawal })
})
afterEach(() => engine.close())

/** From now on every request, identified by its first line and its body, gets these bytes and nothing more. */
function respondWith(bytesFor: (request: string) => string | Buffer): void {
  server.respondWith(({ socket }) => {
    const { method, path, body } = server.requests.at(-1) ?? { method: '', path: '', body: '' }
    socket.end(bytesFor(`${method} ${path} HTTP/1.1\r\n\r\n${body}`))
  })
}

/** Our withdrawal as the exchange would return it for this request. */
function withdrawalOf(request: string, changes: object = {}) {
  const clientId = /"clientId":"([^"]+)"/.exec(request)?.[1] ?? /clientId=([^ &]+)/.exec(request)?.[1] ?? ''
  const terms = { asset: 'USDC', network: 'base', address: recipient, tag: null, amount: '25' }
  const state = { status: 'pending', hash: null, createdAt: '2026-11-20T12:00:00.000Z' }
  return { id: 'w-1', clientId, ...terms, ...state, ...changes }
}

const one = (changes: object) => (request: string) =>
  rawHttpResponse(201, JSON.stringify({ withdrawal: withdrawalOf(request, changes) }))
const whole = (request: string) => one({})(request)
const huge = 'x'.repeat(6_000_000)

/** None of them proves an outcome. The short run takes the first ten, one of each kind. */
const provesNothing: Record<string, (request: string) => string | Buffer> = {
  'half a body': (request) => whole(request).slice(0, -40),
  'nothing at all': () => '',
  'a huge response': (request) =>
    rawHttpResponse(201, JSON.stringify({ withdrawal: withdrawalOf(request), more: huge })),
  null: () => rawHttpResponse(201, 'null'),
  'a rejection within a 5xx': () => rawHttpResponse(502, '{"error": {"code": "rejected"}}'),
  'a rejection with an unknown code': () => rawHttpResponse(422, '{"error": {"code": "see_our_notice"}}'),
  "another's withdrawal": one({ clientId: 'somebody-else' }),
  'our reference with another amount': one({ amount: '26' }),
  'a redirect': () => rawHttpResponse(307, '', [`Location: ${server.url}/elsewhere`]),
  'no reference': one({ clientId: null }),
  'no HTTP': () => 'SSH-2.0-OpenSSH_9.6\r\n',
  'half a head': () => 'HTTP/1.1 201 Crea',
  'half a body of the whole length': () => rawHttpResponse(201, '{"withdrawal": {"id": "w-1", "clientId":'),
  'an empty body': () => rawHttpResponse(201, ''),
  'a body that is no text': () => rawHttpResponse(201, Buffer.from([0xff, 0xfe, 0x00, 0x80]).toString('latin1')),
  'a page of HTML': () => rawHttpResponse(201, '<html>Please sign in</html>', ['Content-Type: text/html']),
  'a deeply nested response': () => rawHttpResponse(201, '['.repeat(200_000)),
  'broken compression': (request) =>
    rawHttpResponse(201, JSON.stringify(withdrawalOf(request)), ['Content-Encoding: gzip']),
  'a list': () => rawHttpResponse(201, '[]'),
  'a text': () => rawHttpResponse(201, '"accepted"'),
  'nothing in it': () => rawHttpResponse(201, '{"withdrawal": null}'),
  'an id that is a number': one({ id: 7 }),
  'an empty id': one({ id: '' }),
  'an endless id': one({ id: 'w'.repeat(100_000) }),
  'an id that is an object': one({ id: { toString: 'w-1' } }),
  'an amount that is a number': one({ amount: 25 }),
  'an amount that is none': one({ amount: '25.0.0' }),
  'our reference with another address': one({ address: '0x0000000000000000000000000000000000000001' }),
  'our reference with another tag': one({ tag: '1' }),
  'our reference with another asset': one({ asset: 'ETH' }),
  'our reference with another network': one({ network: 'ethereum' }),
  'an informal yes': (request) =>
    rawHttpResponse(200, JSON.stringify({ withdrawal: withdrawalOf(request, { clientId: '' }) })),
  'a rejection with a status of success': () => rawHttpResponse(201, '{"error": {"code": "rejected"}}'),
  'a rejection whose code is a name of Object': () => rawHttpResponse(422, '{"error": {"code": "constructor"}}'),
  'a rejection that is no rejection': () => rawHttpResponse(422, '{"error": "rejected"}'),
  'too many requests': () => rawHttpResponse(429, '{}'),
  'a timeout status': () => rawHttpResponse(408, ''),
}

for (const [name, response] of shareOf(Object.entries(provesNothing), 10)) {
  test(`an execute that gets ${name} stays unknown, and is found when the exchange recovers`, async () => {
    let sends = 0
    respondWith((request) => {
      if (request.startsWith('POST')) sends++
      return response(request)
    })
    const preview = await engine.preview()
    const { outcome } = await engine.execute(preview)
    assert.equal(outcome, 'ordered')
    assert.deepEqual(await seen(preview.id), ['Unknown', null])

    // Polled with responses of the same kind, long after fence and bound: nothing is claimed, and nothing is proved.
    respondWith((request) => asList(response, request))
    for (let polls = 0; polls < 8; polls++) {
      engine.wait(60_000)
      await engine.poll()
      assert.deepEqual(await seen(preview.id), ['Unknown', null])
    }
    respondWith((request) =>
      request.includes('/withdrawals?')
        ? rawHttpResponse(200, JSON.stringify({ withdrawals: [withdrawalOf(request)], nextCursor: null }))
        : rawHttpResponse(200, JSON.stringify({ withdrawal: withdrawalOf(request) })),
    )
    engine.wait(600_000)
    await engine.poll()
    assert.deepEqual(await seen(preview.id), ['Submitted', 'w-1'])
    assert.equal(sends, 1)
  })
}

async function seen(previewId: string): Promise<[string, string | null]> {
  const select = engine.deps.database.query.selectFrom('transfer').select(['state', 'withdrawal_id'])
  const row = await select.where('preview_id', '=', previewId).executeTakeFirstOrThrow()
  return [row.state, row.withdrawal_id]
}

/** The same response where a list of withdrawals belongs. */
function asList(response: (request: string) => string | Buffer, request: string): string | Buffer {
  const bytes = response(request)
  const [head = '', body = ''] = bytes.toString().split('\r\n\r\n')
  const entry = /^\{"withdrawal":(\{.*?\})(.*)\}$/s.exec(body)
  if (!head.startsWith('HTTP/1.1 201') || entry === null) return bytes
  return rawHttpResponse(200, `{"withdrawals":[${entry[1]}],"nextCursor":null${entry[2]}}`)
}
