// Where the ordered amount includes the fee, amount and fee together have to be a multiple of the exchange's step.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { binance } from '../../../../server/exchanges/binance/binance.ts'
import type { Exchange } from '../../../../server/exchanges/exchange.ts'
import { gateIo } from '../../../../server/exchanges/gate-io/gate-io.ts'
import type { AdapterSettings } from '../../../../server/exchanges/kit/adapter-settings.ts'
import type { ExchangeTools } from '../../../../server/exchanges/kit/tools.ts'
import { networkCatalogue } from '../../../../server/networks/catalogue.ts'
import { type CannedServer, startCannedServer } from '../../../support/canned-server.ts'
import { patientTimeouts } from '../../../support/patient-timeouts.ts'

const now = Date.parse('2026-11-20T12:00:00Z')
const tools: ExchangeTools = {
  now: () => new Date(now),
  networks: networkCatalogue('production'),
  acquire: async () => true,
  withKeyLock: (_key, call) => call(now),
}

let server: CannedServer
before(async () => {
  server = await startCannedServer()
})
after(() => server.close())

/** The fees and steps that are left of `bodies`, the responses by the end of a path. */
async function waysOf(
  adapter: (tools: ExchangeTools, settings: AdapterSettings) => Exchange,
  bodies: Record<string, unknown>,
): Promise<string[]> {
  server.respondWith((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://localhost')
    const found = Object.keys(bodies).find((end) => pathname.endsWith(end))
    response.writeHead(found === undefined ? 599 : 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(found === undefined ? {} : bodies[found]))
  })
  const exchange = adapter(tools, { baseUrl: server.url, timeouts: patientTimeouts })
  const [holding] = await exchange.holdings({ apiKey: 'c5dcfbf1f3a7cafe', apiSecret: 'secret' }, '')
  return holding?.routes.map(({ networkFee, step }) => `${networkFee} by ${step}`) ?? []
}

test('Binance: a route whose fee is finer than its step is excluded, for no amount could be ordered on it', async () => {
  const row = { network: 'BTC', withdrawEnable: true, withdrawMin: '0.001', withdrawMax: '4000' }
  const ways = (fee: string, step: string) => {
    const networkList = [{ ...row, withdrawFee: fee, withdrawIntegerMultiple: step }]
    const coin = { coin: 'BTC', name: 'Bitcoin', free: '1', withdrawAllEnable: true, networkList }
    return waysOf(binance, { '/capital/config/getall': [coin] })
  }
  assert.deepEqual(await ways('0.00012', '0.0001'), [])
  assert.deepEqual(await ways('0.0003', '0.0001'), ['0.0003 by 0.0001'])
  assert.deepEqual(await ways('0.00012', '0'), ['0.00012 by 0'])
})

test('Gate: a route whose fee is finer than its step is excluded, too', async () => {
  const chain = { chain: 'BTC', contract_address: '', is_disabled: 0, is_withdraw_disabled: 0 }
  const limits = { withdraw_amount_mini: '0.002', withdraw_day_limit_remain: '50', withdraw_eachtime_limit: '20' }
  const ways = (fee: string, decimal: string) =>
    waysOf(gateIo, {
      '/spot/accounts': [{ currency: 'BTC', available: '1' }],
      '/wallet/withdraw_status': [{ currency: 'BTC', ...limits, withdraw_fix_on_chains: { BTC: fee } }],
      '/wallet/currency_chains': [{ ...chain, decimal }],
    })
  assert.deepEqual(await ways('0.00012', '4'), [])
  assert.deepEqual(await ways('0.0003', '4'), ['0.0003 by 0.0001'])
})
