// Requests of an exchange with several sites: each goes to the site that is stored with the account.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import * as z from 'zod'
import { type ExchangeCalls, exchangeCalls } from '../../../../../server/exchanges/kit/exchange-calls.ts'
import { type Sites, siteField } from '../../../../../server/exchanges/kit/sites.ts'
import type { ExchangeTools } from '../../../../../server/exchanges/kit/tools.ts'
import { signKuCoin } from '../../../../../server/exchanges/ku-coin/signer.ts'
import { networkCatalogue } from '../../../../../server/networks/catalogue.ts'
import { type CannedServer, respondJson, startCannedServer } from '../../../../support/canned-server.ts'

let main: CannedServer
let regional: CannedServer
before(async () => {
  main = await startCannedServer()
  regional = await startCannedServer()
  for (const server of [main, regional]) server.respondWith(respondJson(200, {}))
})
after(() => Promise.all([main.close(), regional.close()]))

const tools: ExchangeTools = {
  now: () => new Date(),
  networks: networkCatalogue('sandbox'),
  acquire: async () => true,
  withKeyLock: (_key, call) => call(1),
}
const sitesHere = (): Sites => [
  { value: 'global', label: 'exchange.example', baseUrl: main.url },
  { value: 'eu', label: 'eu.exchange.example', baseUrl: regional.url, headers: { 'X-SITE-TYPE': 'europe' } },
]

function callsWith(adapter: Parameters<typeof exchangeCalls>[1]['adapter']): ExchangeCalls {
  return exchangeCalls(tools, {
    ...{ type: 'kuCoin', sign: signKuCoin, publicUrl: main.url, sites: sitesHere(), adapter },
    limits: { key: { quota: 1, windowSeconds: 1 }, address: { quota: 1, windowSeconds: 1 } },
    codesOf: () => null,
    failures: {},
  })
}

/** The requests of a signed read, an order and a public read of an account at this site, by server. */
async function sentBy(calls: ExchangeCalls, site: Record<string, string>) {
  const credentials = { apiKey: 'k', apiSecret: 's', passphrase: 'p', ...site }
  const before = [main.requests.length, regional.requests.length]
  await calls.read(z.unknown(), { endpoint: 'GET /api/v1/user/api-key', credentials })
  await calls.send({ endpoint: 'POST /api/v3/withdrawals', credentials, params: { currency: 'USDC' } })
  await calls.readPublicOf(z.unknown(), '/api/v3/currencies', credentials)
  const kinds = [main, regional].map((server, n) =>
    server.requests.slice(before[n]).map(({ path, headers }) => [path, headers['x-site-type']]),
  )
  return { main: kinds[0], regional: kinds[1] }
}

const paths = ['/api/v1/user/api-key', '/api/v3/withdrawals', '/api/v3/currencies']
const everyPath = (header: string | undefined) => paths.map((path) => [path, header])

test('every request goes to the site of its account, with the headers of that site', async () => {
  const calls = callsWith({})
  assert.deepEqual(await sentBy(calls, { site: 'eu' }), { main: [], regional: everyPath('europe') })
  assert.deepEqual(await sentBy(calls, { site: 'global' }), { main: everyPath(undefined), regional: [] })
})

test('an account without a site is at the default one', async () => {
  assert.deepEqual(await sentBy(callsWith({}), {}), { main: everyPath(undefined), regional: [] })
})

test('baseUrl replaces every site, unless one is emulated elsewhere', async () => {
  const { url: baseUrl } = main
  assert.deepEqual((await sentBy(callsWith({ baseUrl }), { site: 'eu' })).regional, [])
  const siteUrl = (site: string) => (site === 'eu' ? regional.url : baseUrl)
  assert.deepEqual((await sentBy(callsWith({ baseUrl, siteUrl }), { site: 'eu' })).main, [])
})

test('the field offers every site by its own name, the first one as the default', () => {
  assert.deepEqual(siteField(sitesHere()), {
    name: 'site',
    label: 'Site of your account',
    secret: false,
    options: [
      { value: 'global', label: 'exchange.example' },
      { value: 'eu', label: 'eu.exchange.example' },
    ],
    defaultValue: 'global',
  })
})
