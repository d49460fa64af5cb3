// The sandbox's chains through the API server: for wallets and pages of this machine, and for no admin calls.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Hono } from 'hono'
import { mountRpcProxy } from '../../../sandbox/rpc-proxy.ts'
import { ApiError } from '../../../server/contract/errors.ts'
import type { AppEnv } from '../../../server/http/request-context.ts'
import { networkCatalogue } from '../../../server/networks/catalogue.ts'
import { baseId } from '../../support/native-flow.ts'
import { type FundedFolder, takeFundedFolder } from '../../support/shared-chain.ts'

let taken: FundedFolder
const app = new Hono<AppEnv>()
app.onError((error, context) => context.text(error instanceof ApiError ? error.type : String(error), 400))
before(async () => {
  taken = await takeFundedFolder()
  mountRpcProxy(app, networkCatalogue('sandbox'), new Map(Object.entries(taken.chain.urls)))
})
after(() => taken.end())

const callRpc = (body: unknown, headers: Record<string, string> = {}, id = baseId) =>
  app.request(`/sandbox/rpc/${id}`, { method: 'POST', headers, body: JSON.stringify(body) })

test('one call or several, under their own ids; missing fields of a plain request are filled in', async () => {
  assert.deepEqual(await (await callRpc({ method: 'eth_chainId' })).json(), {
    jsonrpc: '2.0',
    id: 1,
    result: '0x3670eb92',
  })
  const batch = await callRpc([
    { jsonrpc: '2.0', id: 'a', method: 'eth_chainId', params: [] },
    { jsonrpc: '2.0', id: 7, method: 'eth_getBalance', params: [`0x${'1'.repeat(40)}`, 'latest'] },
  ])
  const responses = (await batch.json()) as { id: unknown; result: string }[]
  assert.deepEqual(
    responses.map(({ id }) => id),
    ['a', 7],
  )
})

test('a signed transaction goes on to the chain, an admin call goes nowhere', async () => {
  const codeOf = async (method: string, params: unknown[] = []) => {
    const { error } = (await (await callRpc({ method, params })).json()) as { error: { code: number } }
    return error.code
  }
  for (const method of ['anvil_setBalance', 'evm_mine', 'eth_sendTransaction', 'eth_accounts', 'debug_traceCall']) {
    assert.equal(await codeOf(method), -32601, method)
  }
  // Refused by the chain itself: it got there.
  assert.notEqual(await codeOf('eth_sendRawTransaction', ['0x02']), -32601)
})

test('pages of this machine and extensions may call, pages from elsewhere may not', async () => {
  const call = { method: 'eth_chainId' }
  for (const origin of ['http://localhost:4001', 'http://127.0.0.1:8080', 'chrome-extension://abcdef']) {
    const response = await callRpc(call, { origin })
    assert.deepEqual([response.status, response.headers.get('access-control-allow-origin')], [200, origin])
    const preflight = await app.request(`/sandbox/rpc/${baseId}`, { method: 'OPTIONS', headers: { origin } })
    assert.equal(preflight.headers.get('access-control-allow-headers'), 'content-type')
  }
  for (const origin of ['https://evil.example', 'null', 'http://localhost.evil.example']) {
    const response = await callRpc(call, { origin })
    assert.deepEqual([response.status, response.headers.get('access-control-allow-origin')], [400, null])
  }
})

test('a network without a chain here and a malformed call are refused', async () => {
  assert.equal(await (await callRpc({ method: 'eth_chainId' }, {}, 'nowhere')).text(), 'routeNotFound')
  for (const body of [[], {}, null, 'eth_chainId']) assert.equal((await callRpc(body)).status, 400)
})
