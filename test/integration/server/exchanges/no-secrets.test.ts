// No secret of a key or token leaves an adapter: not in what it throws, returns or exposes to inspection.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { inspect } from 'node:util'
import { binance } from '../../../../server/exchanges/binance/binance.ts'
import { bitget } from '../../../../server/exchanges/bitget/bitget.ts'
import { bybit } from '../../../../server/exchanges/bybit/bybit.ts'
import { coinbase } from '../../../../server/exchanges/coinbase/coinbase.ts'
import type { Exchange } from '../../../../server/exchanges/exchange.ts'
import { gateIo } from '../../../../server/exchanges/gate-io/gate-io.ts'
import { kraken } from '../../../../server/exchanges/kraken/kraken.ts'
import { kuCoin } from '../../../../server/exchanges/ku-coin/ku-coin.ts'
import { okx } from '../../../../server/exchanges/okx/okx.ts'
import { openSqlite } from '../../../../server/storage/sqlite.ts'
import {
  type CannedServer,
  type Responder,
  reset,
  respondJson,
  startCannedServer,
} from '../../../support/canned-server.ts'
import { testTools, usualTerms } from '../../../support/emulator-exchange.ts'

const canary = 'Y2FuYXJ5LWluLXRoZS1taW5l'
const credentials = {
  apiKey: `${canary}KEY0`,
  apiSecret: `${canary}c2VjcmV0`,
  passphrase: `${canary}PASS`,
  accessToken: `${canary}TOKEN`,
  refreshToken: `${canary}REFRESH`,
}

let server: CannedServer
before(async () => {
  server = await startCannedServer()
})
after(() => server.close())

const responses: [string, Responder][] = [
  ['a reset', reset],
  ['a server error', respondJson(500, { message: canary })],
  [
    'a rejection',
    respondJson(401, {
      errors: [{ id: 'invalid_token', message: canary }],
      error: ['EAPI:Invalid key'],
      code: -2015,
      msg: canary,
      label: 'INVALID_KEY',
    }),
  ],
  ['nonsense', respondJson(200, '<html>')],
  ['an empty success', respondJson(200, { error: [], result: {}, data: [] })],
]

test('no result or error of an adapter contains a secret, whatever the exchange responds', async () => {
  const database = await openSqlite(':memory:')
  const tools = testTools(database, { now: Date.now() })
  const settings = { baseUrl: server.url, timeouts: { readMs: 500, sendMs: 500 } }
  const application = { clientId: 'client-0001', clientSecret: `${canary}APPLICATION` }
  const exchanges: Exchange[] = [
    ...[kraken, binance, okx, bybit, kuCoin, gateIo, bitget].map((adapter) => adapter(tools, settings)),
    coinbase(tools, application, settings),
  ]
  const order = {
    ...usualTerms,
    ...{ clientReference: '3f0c4b1e-0000-4000-8000-000000000001', adapterState: '0.04 key', mfaCode: null, extra: {} },
    validUntil: new Date(Date.now() + 30_000),
  }
  let checked = 0
  for (const [what, respond] of responses) {
    for (const exchange of exchanges) {
      server.respondWith(respond)
      const begun = exchange.signIn.scheme === 'oauth' ? { state: 'elsewhere' } : null
      const calls: (() => Promise<unknown>)[] = [
        async () =>
          begun ?? reasonOf(await exchange.startSignIn(credentials, { url: 'http://localhost/back', state: 's' })),
        () => exchange.renew(credentials),
        () => exchange.holdings(credentials, ''),
        () => exchange.quote(credentials, '', usualTerms),
        () => exchange.withdraw(credentials, '', order),
        () => exchange.getWithdrawal(credentials, '', 'w:1'),
        () => exchange.listWithdrawals(credentials, '', new Date(0)),
        () => exchange.prices(),
        () => exchange.health(),
      ]
      for (const call of calls) {
        const returned = await call().catch((error: unknown) => error)
        const texts = [
          inspect(returned, { depth: 9, showHidden: true }),
          JSON.stringify(returned) ?? '',
          String(returned),
        ]
        if (returned instanceof Error) texts.push(returned.stack ?? '')
        for (const text of texts) assert.ok(!text.includes(canary), `${exchange.type} after ${what}: ${text}`)
        checked++
      }
    }
  }
  assert.ok(checked > 100)
  const rows = await database.query.selectFrom('exchange_key').selectAll().execute()
  assert.ok(rows.length > 0 && !JSON.stringify(rows).includes(canary))
  for (const exchange of exchanges) assert.ok(!inspect(exchange, { depth: 9 }).includes(canary))
  await database.close()
})

/** A sign-in that connects returns its input, to be sealed. Other results may contain none of it. */
function reasonOf(result: Awaited<ReturnType<Exchange['startSignIn']>>): unknown {
  return result.state === 'connected' ? { state: result.state, accounts: result.accounts } : result
}
