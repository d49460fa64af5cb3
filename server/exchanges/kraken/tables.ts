// Kraken's names, and the meaning of its errors and states.
//
// Sources, read on 22 November 2026:
// - docs.kraken.com/api/docs/rest-api/withdraw-funds: `max_fee` is a ceiling ("if the processed withdrawal fee is higher than
//   max_fee, withdrawal will fail"), so the charged fee may be lower than the quoted one and more arrives.
// - docs.kraken.com/api/docs/rest-api/get-status-recent-withdrawals: rows without `network` are documented.
// - docs.kraken.com/api/docs/rest-api/get-api-key-info: the nonce window is a setting of the key that the user can change. The
//   endpoint requires no permission, so a denied request says nothing about the key's permissions.
// - docs.kraken.com/exchange/guides/general/errors: the codes of EAPI, EAuth, EAccount, EGeneral and EQuery.
// - support.kraken.com 360001491786 (API error messages): the codes of EFunding. `EFunding:Failed` is any request that could not be
//   completed, so it proves nothing and is not in the table. `EService` and `EGeneral:Internal error` are the server's failures.
// - docs.kraken.com/exchange/guides/rest/ratelimits: `EService: Throttled: <time>` limits the rate of requests, as EAPI does.
// - support.kraken.com 360000714526 (2FA for API keys): a key with 2FA requires `otp` in every request, and a request without it
//   returns `EAPI:Invalid signature`. Users also report `EGeneral:Permission denied` (nothingisdead/npm-kraken-api issue 61).

import type { FailureTable, OutcomeTable } from '../kit/code-tables.ts'
import { entryOf } from '../kit/tables.ts'
import type { Withdrawal } from '../withdrawal.ts'

// Old assets have a prefix letter or a different name.
const olderNames: Record<string, string> = {
  XXBT: 'BTC',
  XBT: 'BTC',
  XXDG: 'DOGE',
  XDG: 'DOGE',
  XETH: 'ETH',
  XETC: 'ETC',
  XLTC: 'LTC',
  XMLN: 'MLN',
  XREP: 'REP',
  XXLM: 'XLM',
  XXMR: 'XMR',
  XXRP: 'XRP',
  XZEC: 'ZEC',
  ZAUD: 'AUD',
  ZCAD: 'CAD',
  ZEUR: 'EUR',
  ZGBP: 'GBP',
  ZJPY: 'JPY',
  ZUSD: 'USD',
}

/** Assets such as `ETH.F` are staked or lent. They keep their suffix and have no routes. */
export function symbolOf(asset: string): string {
  return entryOf(olderNames, asset) ?? asset
}

export function assetOf(symbol: string): string {
  return symbol === 'BTC' ? 'XBT' : symbol === 'DOGE' ? 'XDG' : symbol
}

/** The asset of a pair that is priced in dollars; undefined for other pairs. */
export function pricedAsset(pair: string): string | undefined {
  if (!pair.endsWith('USD')) return undefined
  const older = pair.endsWith('ZUSD') ? pair.slice(0, -4) : ''
  if (Object.hasOwn(olderNames, older) || older === 'USDT') return symbolOf(older)
  const base = pair.slice(0, -3)
  return base === '' ? undefined : symbolOf(base)
}

/** By the full name: `Polygon - USDC.e` is another token, and `Arbitrum Nova` another chain. */
export const networkKeys: Readonly<Record<string, string>> = {
  'Arbitrum One': 'arbitrum',
  'Avalanche C-Chain': 'avalanche',
  'BNB Smart Chain': 'bsc',
  Base: 'base',
  Bitcoin: 'bitcoin',
  Dogecoin: 'dogecoin',
  Ethereum: 'ethereum',
  Litecoin: 'litecoin',
  Optimism: 'optimism',
  Polygon: 'polygon',
  Ripple: 'xrp',
  'XRP Ledger': 'xrp',
  Solana: 'solana',
  Stellar: 'stellar',
  Tron: 'tron',
}

/**
 * Kraken states no contracts. On these networks, these symbols are the issuer's own tokens. On Ethereum, every symbol of our catalogue
 * is the catalogue's token.
 */
export const vouchedTokens: Readonly<Record<string, readonly string[]>> = {
  USDC: ['arbitrum', 'avalanche', 'base', 'optimism', 'polygon', 'solana', 'stellar'],
  USDT: ['arbitrum', 'avalanche', 'polygon', 'solana', 'tron'],
}

const whitelistPage = 'https://www.kraken.com/c/funding/withdraw'
export const unsavedAddress = { kind: 'addressWhitelistRequired', url: whitelistPage } as const

/** The documentation of `address` states this error without its category. */
const addressDiffers = 'Invalid withdrawal address'

/** The code without the details that some errors add, such as the name of an argument. */
export function codeOf(error: string): string {
  if (error.split(':')[1] === addressDiffers) return `EFunding:${addressDiffers}`
  return error
    .replace(/^(EGeneral:Invalid arguments|EAccount:Invalid permissions):.*$/, '$1')
    .replace(/^EService: ?Throttled:.*$/, 'EService:Throttled')
}

/** Refused while the request is checked: the key, its permissions, the account, or the parameters. */
export const outcomes: OutcomeTable = {
  'EAccount:Invalid permissions': 'withdrawals_locked',
  'EAPI:Invalid key': 'token_invalid',
  'EAPI:Invalid nonce': 'rejected',
  'EAPI:Invalid signature': 'token_invalid',
  'EAPI:Rate limit exceeded': 'rejected',
  'EAuth:Account temporary disabled': 'withdrawals_locked',
  'EAuth:Account unconfirmed': 'verification_required',
  'EAuth:Rate limit exceeded': 'rejected',
  'EAuth:Too many requests': 'rejected',
  'EFunding:Amount too small': 'below_minimum',
  'EFunding:Insufficient funds': 'insufficient_funds',
  'EFunding:Invalid address': 'address_invalid',
  'EFunding:Invalid amount': 'rejected',
  // The user has saved another address under the key's name since the preview.
  'EFunding:Invalid withdrawal address': 'quote_expired',
  'EFunding:Max fee exceeded': 'quote_expired',
  'EFunding:No funding method': 'network_unsupported',
  'EFunding:Unknown asset': 'rejected',
  'EFunding:Unknown withdraw key': unsavedAddress,
  'EFunding:Withdrawal limit exceeded': 'above_maximum',
  'EGeneral:Invalid arguments': 'rejected',
  'EGeneral:Permission denied': 'withdrawals_locked',
  'EGeneral:Temporary lockout': 'rejected',
  'EGeneral:Too many requests': 'rejected',
  'EGeneral:Unknown method': 'rejected',
  'EQuery:Unknown asset': 'rejected',
  'EService:Throttled': 'rejected',
}

export const failures: FailureTable = {
  'EAccount:Invalid permissions': 'withdrawals_locked',
  'EAuth:Account temporary disabled': 'withdrawals_locked',
  'EAuth:Account unconfirmed': 'verification_required',
  'EAuth:Rate limit exceeded': 'rateLimited',
  'EAuth:Too many requests': 'rateLimited',
  'EAPI:Invalid key': 'signInEnded',
  'EAPI:Invalid nonce': 'unavailable',
  'EAPI:Invalid signature': 'signInEnded',
  'EAPI:Rate limit exceeded': 'rateLimited',
  'EFunding:Amount too small': 'below_minimum',
  'EFunding:Insufficient funds': 'insufficient_funds',
  'EFunding:Withdrawal limit exceeded': 'above_maximum',
  'EGeneral:Internal error': 'unavailable',
  'EGeneral:Permission denied': 'withdrawals_locked',
  'EGeneral:Temporary lockout': 'rateLimited',
  'EGeneral:Too many requests': 'rateLimited',
  'EService:Busy': 'unavailable',
  'EService:Throttled': 'rateLimited',
  'EService:Timeout': 'unavailable',
  'EService:Unavailable': 'unavailable',
}

const states: Readonly<Record<string, Withdrawal['state']>> = {
  Initial: 'pending',
  Pending: 'pending',
  Settled: 'sent',
  Success: 'completed',
  Failure: 'failed',
}
/** `status-prop`, which qualifies the status. */
const properties: Readonly<Record<string, Withdrawal['state']>> = {
  'cancel-pending': 'pending',
  'cancel-denied': 'pending',
  onhold: 'pending',
  'on-hold': 'pending',
  canceled: 'canceled',
  return: 'failed',
}

/** `return` and `canceled` count only together with the status `Failure`. */
export function stateOf(status: string, property: string): Withdrawal['state'] {
  const state = entryOf(states, status)
  const more = entryOf(properties, property)
  if (state === undefined || (property !== '' && more === undefined)) return 'unknown'
  if (property === '') return state
  if (more === 'pending') return state === 'failed' || state === 'completed' ? 'unknown' : 'pending'
  return state === 'failed' ? (more ?? state) : 'unknown'
}
