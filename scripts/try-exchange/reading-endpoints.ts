// The only requests that `npm run try-exchange` may send: per exchange its hosts and the endpoints that read. An endpoint that
// moves money, saves an address or changes a key must never be added.
import * as binanceTables from '../../server/exchanges/binance/tables.ts'
import * as bitgetTables from '../../server/exchanges/bitget/tables.ts'
import * as bybitTables from '../../server/exchanges/bybit/tables.ts'
import * as coinbaseTables from '../../server/exchanges/coinbase/tables.ts'
import * as gateIoTables from '../../server/exchanges/gate-io/tables.ts'
import type { Sites } from '../../server/exchanges/kit/sites.ts'
import * as krakenTables from '../../server/exchanges/kraken/tables.ts'
import * as kuCoinTables from '../../server/exchanges/ku-coin/tables.ts'
import * as okxTables from '../../server/exchanges/okx/tables.ts'

export interface Endpoint {
  method: 'GET' | 'POST'
  /** `{id}` matches one segment. */
  path: string
  /** Paths of objects whose keys are data, such as assets. */
  maps?: readonly string[]
  /** Paths of a withdrawal's status, and paths of a network's name. */
  statuses?: readonly string[]
  networks?: readonly string[]
}

export interface ReadingList {
  hosts: readonly string[]
  endpoints: readonly Endpoint[]
  isKnownStatus(word: string): boolean
  isKnownNetwork(word: string): boolean
}

const get = (path: string, more: Omit<Endpoint, 'method' | 'path'> = {}): Endpoint => ({ method: 'GET', path, ...more })
const post = (path: string, more: Omit<Endpoint, 'method' | 'path'> = {}): Endpoint => ({
  method: 'POST',
  path,
  ...more,
})

/** Compares networks case-insensitively, because some adapters do. */
const among = (networkKeys: Readonly<Record<string, string>>) => (word: string) =>
  Object.keys(networkKeys).some((key) => key.toLowerCase() === word.toLowerCase())

const hostsOf = (sites: Sites) => [...new Set(sites.map(({ baseUrl }) => new URL(baseUrl).host))]

const binance: ReadingList = {
  hosts: ['api.binance.com'],
  endpoints: [
    get('/sapi/v1/account/apiRestrictions'),
    get('/api/v3/account'),
    get('/sapi/v1/capital/config/getall', { networks: ['[].networkList[].network'] }),
    get('/sapi/v1/capital/withdraw/history', { statuses: ['[].status'], networks: ['[].network'] }),
    get('/sapi/v2/localentity/withdraw/history', { statuses: ['[].withdrawalStatus'], networks: ['[].network'] }),
    get('/sapi/v1/localentity/questionnaire-requirements'),
    get('/sapi/v1/localentity/vasp'),
    get('/sapi/v1/capital/withdraw/address/list'),
    get('/api/v3/ticker/price'),
    get('/sapi/v1/system/status'),
  ],
  isKnownStatus: (word) => binanceTables.stateOf(word) !== 'unknown',
  isKnownNetwork: among(binanceTables.networkKeys),
}

const bitgetRows = { statuses: ['data[].status'], networks: ['data[].chain'] }
const bitget: ReadingList = {
  hosts: ['api.bitget.com'],
  endpoints: [
    get('/api/v2/spot/account/info'),
    get('/api/v2/spot/account/assets'),
    get('/api/v2/account/funding-assets'),
    get('/api/v2/spot/wallet/withdrawal-records', bitgetRows),
    get('/api/v3/account/settings'),
    get('/api/v3/account/info'),
    get('/api/v3/account/max-withdrawal'),
    get('/api/v3/account/assets'),
    get('/api/v3/account/funding-assets'),
    get('/api/v3/account/withdrawal-records', bitgetRows),
    get('/api/v3/account/withdraw-address'),
    get('/api/v2/spot/public/coins', { networks: ['data[].chains[].chain'] }),
    get('/api/v2/spot/market/tickers'),
    get('/api/v2/public/time'),
  ],
  isKnownStatus: (word) => bitgetTables.stateOf(word) !== 'unknown',
  isKnownNetwork: among(bitgetTables.networkKeys),
}

const bybit: ReadingList = {
  hosts: hostsOf(bybitTables.sites),
  endpoints: [
    get('/v5/user/query-api'),
    get('/v5/asset/coin/query-info', { networks: ['result.rows[].chains[].chain'] }),
    get('/v5/asset/transfer/query-account-coins-balance'),
    get('/v5/asset/withdraw/query-record', { statuses: ['result.rows[].status'], networks: ['result.rows[].chain'] }),
    get('/v5/asset/withdraw/query-address'),
    get('/v5/asset/withdraw/withdrawable-amount'),
    get('/v5/asset/withdraw/vasp/list'),
    get('/v5/market/tickers'),
    get('/v5/market/time'),
    get('/v5/system/status'),
  ],
  isKnownStatus: (word) => bybitTables.stateOf(word) !== 'unknown',
  isKnownNetwork: among(bybitTables.networkKeys),
}

const coinbase: ReadingList = {
  hosts: ['api.coinbase.com', 'api.exchange.coinbase.com'],
  endpoints: [
    get('/v2/user'),
    get('/v2/user/auth'),
    get('/v2/accounts'),
    get('/v2/accounts/{id}/transactions', {
      statuses: ['data[].status'],
      networks: ['data[].network.network_name'],
    }),
    get('/v2/accounts/{id}/transactions/{id}'),
    get('/v2/exchange-rates', { maps: ['data.rates'] }),
    get('/v2/time'),
    get('/currencies', { networks: ['[].supported_networks[].id'] }),
  ],
  isKnownStatus: (word) => coinbaseTables.stateOf(word, '') !== 'unknown',
  isKnownNetwork: among(coinbaseTables.networkKeys),
}

const gateIo: ReadingList = {
  hosts: hostsOf(gateIoTables.sites),
  endpoints: [
    get('/api/v4/account/detail'),
    get('/api/v4/account/main_keys'),
    get('/api/v4/spot/accounts'),
    get('/api/v4/wallet/withdraw_status', { maps: ['[].withdraw_fix_on_chains', '[].withdraw_percent_on_chains'] }),
    get('/api/v4/wallet/withdrawals', { statuses: ['[].status', '[][].status'], networks: ['[].chain', '[][].chain'] }),
    get('/api/v4/wallet/saved_address'),
    get('/api/v4/wallet/currency_chains', { networks: ['[].chain'] }),
    get('/api/v4/spot/tickers'),
    get('/api/v4/spot/time'),
  ],
  isKnownStatus: (word) => gateIoTables.stateOf(word, null) !== 'unknown',
  isKnownNetwork: among(gateIoTables.networkKeys),
}

const kraken: ReadingList = {
  hosts: ['api.kraken.com'],
  endpoints: [
    post('/0/private/GetApiKeyInfo'),
    post('/0/private/BalanceEx', { maps: ['result'] }),
    post('/0/private/WithdrawMethods', { maps: ['result[].limits[].limits'], networks: ['result[].network'] }),
    post('/0/private/WithdrawAddresses'),
    post('/0/private/WithdrawInfo'),
    post('/0/private/WithdrawStatus', {
      statuses: ['result.withdrawals[].status', 'result[].status'],
      networks: ['result.withdrawals[].network', 'result[].network'],
    }),
    get('/0/public/Ticker', { maps: ['result'] }),
    get('/0/public/SystemStatus'),
  ],
  isKnownStatus: (word) => krakenTables.stateOf(word, '') !== 'unknown',
  isKnownNetwork: among(krakenTables.networkKeys),
}

const kuCoinRows = { statuses: ['data.items[].status'], networks: ['data.items[].chain'] }
const kuCoin: ReadingList = {
  hosts: hostsOf(kuCoinTables.sites),
  endpoints: [
    get('/api/v1/user/api-key'),
    get('/api/v1/accounts'),
    get('/api/v1/withdrawals/quotas'),
    get('/api/v1/withdrawals', kuCoinRows),
    get('/api/v1/withdrawals/{id}', { statuses: ['data.status'], networks: ['data.chainId'] }),
    get('/api/v3/currencies', { networks: ['data[].chains[].chainId'] }),
    get('/api/v1/prices', { maps: ['data'] }),
    get('/api/v1/status'),
    get('/api/v1/timestamp'),
  ],
  isKnownStatus: (word) => kuCoinTables.stateOf(word) !== 'unknown',
  isKnownNetwork: among(kuCoinTables.networkKeys),
}

const okx: ReadingList = {
  hosts: ['www.okx.com', 'eea.okx.com', 'us.okx.com', 'app.okx.com'],
  endpoints: [
    get('/api/v5/account/config'),
    get('/api/v5/asset/balances'),
    get('/api/v5/asset/currencies', { networks: ['data[].chain'] }),
    get('/api/v5/asset/withdrawal-history', { statuses: ['data[].state'], networks: ['data[].chain'] }),
    get('/api/v5/asset/exchange-list'),
    get('/api/v5/market/tickers'),
    get('/api/v5/public/time'),
    get('/api/v5/system/status'),
  ],
  isKnownStatus: (word) => okxTables.stateOf(word) !== 'unknown',
  // `USDC-Base`: the asset comes before the network.
  isKnownNetwork: (word) => among(okxTables.networkKeys)(word.replace(/^[^-]*-/, '')),
}

export const readingLists = { kraken, binance, coinbase, okx, bybit, kuCoin, gateIo, bitget }
export type ExchangeName = keyof typeof readingLists

/** The names that `npm run try-exchange` accepts, in lower case: those of the lists, of the adapters and of the exchanges. */
export const exchangeNames: Readonly<Record<string, ExchangeName>> = {
  ...Object.fromEntries((Object.keys(readingLists) as ExchangeName[]).map((name) => [name.toLowerCase(), name])),
  binanceinternational: 'binance',
  gate: 'gateIo',
}

/** The endpoint of a request. Undefined if the request is not on the list. */
export function endpointOf({ endpoints }: ReadingList, method: string, path: string): Endpoint | undefined {
  return endpoints.find((each) => each.method === method && matches(each.path, path))
}

function matches(template: string, path: string): boolean {
  const [parts, segments] = [template.split('/'), path.split('/')]
  return (
    parts.length === segments.length &&
    parts.every((part, n) => part === segments[n] || (part === '{id}' && !!segments[n]))
  )
}
