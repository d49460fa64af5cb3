// The endpoints that each adapter calls with a signature. The unit test of the signers compares each of them with ccxt, with unusual
// parameters too. An adapter that calls another endpoint in its suites fails there (compare-signatures.ts).
import assert from 'node:assert/strict'
import type { ExchangeEndpoint } from '../../server/exchanges/kit/signer.ts'

/** By the folder of the adapter. A part in braces stands for an id. */
export const signedEndpoints: Readonly<Record<string, readonly ExchangeEndpoint[]>> = {
  binance: [
    'GET /api/v3/account',
    'GET /sapi/v1/account/apiRestrictions',
    'GET /sapi/v1/capital/config/getall',
    'GET /sapi/v1/capital/withdraw/history',
    'GET /sapi/v1/localentity/questionnaire-requirements',
    'GET /sapi/v1/localentity/vasp',
    'GET /sapi/v2/localentity/withdraw/history',
    'POST /sapi/v1/capital/withdraw/apply',
    'POST /sapi/v1/localentity/withdraw/apply',
  ],
  bitget: [
    'GET /api/v2/account/funding-assets',
    'GET /api/v2/spot/account/assets',
    'GET /api/v2/spot/account/info',
    'GET /api/v2/spot/wallet/withdrawal-records',
    'GET /api/v3/account/assets',
    'GET /api/v3/account/funding-assets',
    'GET /api/v3/account/info',
    'GET /api/v3/account/max-withdrawal',
    'GET /api/v3/account/settings',
    'GET /api/v3/account/withdraw-address',
    'GET /api/v3/account/withdrawal-records',
    'POST /api/v2/spot/wallet/withdrawal',
    'POST /api/v3/account/withdrawal',
  ],
  bybit: [
    'GET /v5/asset/coin/query-info',
    'GET /v5/asset/transfer/query-account-coins-balance',
    'GET /v5/asset/withdraw/query-address',
    'GET /v5/asset/withdraw/query-record',
    'GET /v5/asset/withdraw/vasp/list',
    'GET /v5/user/query-api',
    'POST /v5/asset/withdraw/create',
  ],
  coinbase: [
    'GET /v2/accounts',
    'GET /v2/accounts/{id}/transactions',
    'GET /v2/accounts/{id}/transactions/{id}',
    'GET /v2/user',
    'GET /v2/user/auth',
    'POST /v2/accounts/{id}/transactions',
  ],
  'gate-io': [
    'GET /api/v4/account/detail',
    'GET /api/v4/account/main_keys',
    'GET /api/v4/spot/accounts',
    'GET /api/v4/wallet/saved_address',
    'GET /api/v4/wallet/withdraw_status',
    'GET /api/v4/wallet/withdrawals',
    'POST /api/v4/withdrawals',
  ],
  kraken: [
    'POST /0/private/BalanceEx',
    'POST /0/private/GetApiKeyInfo',
    'POST /0/private/Withdraw',
    'POST /0/private/WithdrawAddresses',
    'POST /0/private/WithdrawInfo',
    'POST /0/private/WithdrawMethods',
    'POST /0/private/WithdrawStatus',
  ],
  'ku-coin': [
    'GET /api/v1/accounts',
    'GET /api/v1/user/api-key',
    'GET /api/v1/withdrawals',
    'GET /api/v1/withdrawals/{id}',
    'GET /api/v1/withdrawals/quotas',
    'POST /api/v3/withdrawals',
  ],
  okx: [
    'GET /api/v5/account/config',
    'GET /api/v5/asset/balances',
    'GET /api/v5/asset/currencies',
    'GET /api/v5/asset/withdrawal-history',
    'POST /api/v5/asset/withdrawal',
  ],
}

/** The endpoint with an id in place of each part in braces. */
export function exampleOf(endpoint: ExchangeEndpoint): ExchangeEndpoint {
  return endpoint.replaceAll('{id}', '6f1d-2c') as ExchangeEndpoint
}

/** Fails for an endpoint that is missing in the list above. */
export function assertListed(name: string, endpoint: ExchangeEndpoint): void {
  const path = (text: string) => text.split('/')
  const isSame = (listed: string) =>
    path(listed).length === path(endpoint).length &&
    path(listed).every((part, n) => part === '{id}' || part === path(endpoint)[n])
  if (!signedEndpoints[name]?.some(isSame)) assert.fail(`${endpoint} of ${name} is missing in signed-endpoints.ts`)
}
