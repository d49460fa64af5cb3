// KuCoin's names, and the meaning of its codes and states.

import type { Amount } from '../../contract/amount.ts'
import type { FailureTable, OutcomeTable } from '../kit/code-tables.ts'
import type { Sites } from '../kit/sites.ts'
import { entryOf } from '../kit/tables.ts'
import type { Withdrawal } from '../withdrawal.ts'

// kucoin.com/en-eu/docs-new/introduction/eu and kucoin.com/en-au/docs-new/introduction/au, as kucoin-api 2.5 reads them
// (November 2026). Keys of the European site are unknown at the main host; Australian requests carry the header.
export const sites: Sites = [
  { value: 'global', label: 'kucoin.com', baseUrl: 'https://api.kucoin.com' },
  { value: 'eu', label: 'kucoin.eu', baseUrl: 'https://api.kucoin.eu' },
  {
    value: 'au',
    label: 'kucoin.com/en-au',
    baseUrl: 'https://api.kucoin.com',
    headers: { 'X-SITE-TYPE': 'australia' },
  },
]
/** The key is unknown at this site. */
export const unknownKeyCodes = ['400003']

export const networkKeys: Readonly<Record<string, string>> = {
  arbitrum: 'arbitrum',
  avaxc: 'avalanche',
  base: 'base',
  bsc: 'bsc',
  btc: 'bitcoin',
  doge: 'dogecoin',
  eth: 'ethereum',
  ltc: 'litecoin',
  matic: 'polygon',
  optimism: 'optimism',
  sol: 'solana',
  ton: 'ton',
  trx: 'tron',
  xlm: 'stellar',
  xrp: 'xrp',
}

const unsavedAddress = { kind: 'addressWhitelistRequired', url: 'https://www.kucoin.com/assets/withdraw' } as const

// By code, or by code and sentence if a code has several meanings.
export const outcomes: OutcomeTable = {
  '200004': 'insufficient_funds',
  '230003': 'insufficient_funds',
  '260100': 'insufficient_funds',
  // The chain is closed, or its user may not withdraw.
  '260210': 'withdrawals_locked',
  '260325': unsavedAddress,
  '400001': 'token_invalid',
  '400002': 'stale_request',
  '400003': 'token_invalid',
  '400004': 'token_invalid',
  '400005': 'token_invalid',
  '400006': 'token_invalid',
  '400007': 'withdrawals_locked',
  '400008': 'token_invalid',
  '400009': 'token_invalid',
  '400010': 'withdrawals_locked',
  '400100': 'rejected',
  '400100: The withdrawal amount is below the minimum requirement.': 'below_minimum',
  '400100: Withdrawal amount is below the minimum requirement.': 'below_minimum',
  '400100: account.available.amount': 'insufficient_funds',
  '400303': 'verification_required',
  '400500': 'rejected',
  '411100': 'withdrawals_locked',
  '415000': 'rejected',
  '429000': 'rejected',
  '900014': 'network_unsupported',
}

export const failures: FailureTable = {
  '260210': 'withdrawals_locked',
  '400001': 'signInEnded',
  '400002': 'unavailable',
  '400003': 'signInEnded',
  '400004': 'signInEnded',
  '400005': 'signInEnded',
  '400006': 'signInEnded',
  '400007': 'withdrawals_locked',
  '400008': 'signInEnded',
  '400010': 'withdrawals_locked',
  '400303': 'verification_required',
  '411100': 'withdrawals_locked',
  '429000': 'rateLimited',
  '500000': 'unavailable',
}
/** Returned for a key that is bound to other addresses. */
export const addressCodes = ['400006']

const states: Readonly<Record<string, Withdrawal['state']>> = {
  REVIEW: 'pending',
  PROCESSING: 'pending',
  WALLET_PROCESSING: 'pending',
  SUCCESS: 'completed',
  FAILURE: 'failed',
}

export function stateOf(status: string): Withdrawal['state'] {
  return entryOf(states, status) ?? 'unknown'
}

/** The fields about returned funds. Only the request by id returns them. */
export interface Return {
  currency: string
  amount: Amount
  returnStatus?: string | null | undefined
  returnAmount?: Amount | null | undefined
  returnCurrency?: string | null | undefined
}

// NOT_RETURN, PROCESSING ("to be returned") and SUCCESS ("returned") are all values in KuCoin's OpenAPI file
// (kucoin-universal-sdk, spec/rest/api/openapi-account-withdrawal.json, November 2025).
export function stateAfterReturn(state: Withdrawal['state'], row: Return): Withdrawal['state'] {
  const { returnStatus, returnAmount } = row
  if ((returnStatus ?? '') === '') return state
  // "Failed" and "not returned" together do not state where the funds are.
  if (returnStatus === 'NOT_RETURN') return state === 'failed' ? 'unknown' : state
  const isReturned = returnStatus === 'SUCCESS'
  // The withdrawal has failed once KuCoin states that the funds are back.
  if (state === 'failed') return isReturned ? 'failed' : returnStatus === 'PROCESSING' ? 'pending' : 'unknown'
  const isWhole = row.returnCurrency === row.currency && returnAmount?.isLessThan(row.amount) === false
  // A partial return, or one in another coin such as a refunded fee, does not state what has arrived.
  return isReturned && isWhole ? 'failed' : 'unknown'
}
