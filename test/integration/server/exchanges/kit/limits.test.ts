// The buckets that an adapter's requests count in: what the operator sets, and which processes share them.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { CallPolicy, ExchangeTools } from '../../../../../server/exchanges/kit/tools.ts'
import { exchangeRegistry } from '../../../../../server/exchanges/registry.ts'
import { exchangeLimits } from '../../../../../server/limits/exchange-limits.ts'
import { storedBuckets } from '../../../../../server/limits/stored-buckets.ts'
import { networkCatalogue } from '../../../../../server/networks/catalogue.ts'
import { openSqlite } from '../../../../../server/storage/sqlite.ts'
import type { Database } from '../../../../../server/storage/storage.ts'
import { type CannedServer, respondJson, startCannedServer } from '../../../../support/canned-server.ts'

const now = new Date('2026-11-20T12:00:00Z')
let keys = 0
let server: CannedServer
let database: Database
before(async () => {
  server = await startCannedServer()
  server.respondWith(respondJson(200, { code: '0', data: [] }))
  database = await openSqlite(':memory:')
})
after(async () => {
  await server.close()
  await database.close()
})

interface Counted {
  bucket: string
  policy: CallPolicy
}

/** OKX with a new key, as a process calls it from `sourceAddress`, with one request of an address in ten seconds, and the buckets of its requests. */
function processAt(sourceAddress: string | undefined, quota = 1) {
  const credentials = { apiKey: `key ${++keys}`, apiSecret: 'secret', passphrase: 'passphrase' }
  const counted: Counted[] = []
  const limits = exchangeLimits({ ...database, pause: async () => {} }, () => now, storedBuckets(database))
  const tools: ExchangeTools = {
    ...{ ...limits, networks: networkCatalogue('sandbox') },
    acquire(bucket, policy) {
      counted.push({ bucket, policy })
      return limits.acquire(bucket, policy)
    },
  }
  const set = new Map([['okx', { address: { quota, windowSeconds: 10 } }]])
  const settings = { sandboxUrl: server.url, limits: set, ...(sourceAddress !== undefined && { sourceAddress }) }
  const exchange = exchangeRegistry(settings, tools).byType('okx')
  if (exchange === undefined) throw new Error('no okx')
  const read = () =>
    exchange.listWithdrawals(credentials, '', now).then(
      () => 'read',
      (error: { kind?: string }) => error.kind,
    )
  return { exchange, counted, read }
}

test('what the operator sets is the policy of the bucket, and of the exchange', async () => {
  const { exchange, counted, read } = processAt('192.0.2.1', 7)
  assert.deepEqual(exchange.limits.address, { quota: 7, windowSeconds: 10 })
  assert.equal(await read(), 'read')
  assert.deepEqual(counted.at(-1), { bucket: 'okx:address:192.0.2.1', policy: { quota: 7, windowSeconds: 10 } })
})

test('two processes with one source address share its limit, and another address has its own', async () => {
  assert.equal(await processAt('192.0.2.2').read(), 'read')
  assert.equal(await processAt('192.0.2.2').read(), 'rateLimited')
  assert.equal(await processAt('192.0.2.3').read(), 'read')
})

test('processes without a source address share one limit', async () => {
  assert.equal(await processAt(undefined).read(), 'read')
  assert.equal(await processAt(undefined).read(), 'rateLimited')
})
