// Gate's names, and the meaning of its labels and states.

import type { FailureTable, OutcomeTable } from '../kit/code-tables.ts'
import type { Sites } from '../kit/sites.ts'
import { entryOf } from '../kit/tables.ts'
import type { Withdrawal } from '../withdrawal.ts'

// ccxt 4.5.84 (gateeu) and Gate's API documentation, November 2026. A key of the European site gets INVALID_KEY at the main host.
export const sites: Sites = [
  { value: 'global', label: 'gate.com', baseUrl: 'https://api.gateio.ws' },
  { value: 'eu', label: 'gateeu.com', baseUrl: 'https://api.gateeu.com' },
]
/** The key is unknown at this site. */
export const unknownKeyCodes = ['INVALID_KEY']

export const networkKeys: Readonly<Record<string, string>> = {
  ARBEVM: 'arbitrum',
  AVAX_C: 'avalanche',
  BASEEVM: 'base',
  BSC: 'bsc',
  BTC: 'bitcoin',
  DOGE: 'dogecoin',
  ETH: 'ethereum',
  LTC: 'litecoin',
  MATIC: 'polygon',
  OPETH: 'optimism',
  SOL: 'solana',
  TON: 'ton',
  TRX: 'tron',
  XLM: 'stellar',
  XRP: 'xrp',
}

const unsavedAddress = { kind: 'addressWhitelistRequired', url: 'https://www.gate.com/myaccount/withdraw' } as const

/** Our name for one meaning of INVALID_PARAM_VALUE. */
export const unusedAddress = 'ADDRESS_NOT_USED'

// Excludes ORDER_EXISTS and DUPLICATE_REQUEST: the existing order may be ours.
export const outcomes: OutcomeTable = {
  ACCOUNT_EXCEPTION: 'withdrawals_locked',
  ACCOUNT_LOCKED: 'withdrawals_locked',
  [unusedAddress]: unsavedAddress,
  AMOUNT_TOO_LITTLE: 'below_minimum',
  AMOUNT_TOO_MUCH: 'above_maximum',
  API_WITHDRAW_DISABLED: 'withdrawals_locked',
  BAD_REQUEST: 'rejected',
  BALANCE_NOT_ENOUGH: 'insufficient_funds',
  FORBIDDEN: 'withdrawals_locked',
  INVALID_ARGUMENT: 'rejected',
  INVALID_CLIENT_ORDER_ID: 'rejected',
  INVALID_CREDENTIALS: 'token_invalid',
  INVALID_CURRENCY: 'network_unsupported',
  INVALID_KEY: 'token_invalid',
  INVALID_PARAM_VALUE: 'rejected',
  INVALID_PRECISION: 'too_many_decimals',
  INVALID_PROTOCOL: 'rejected',
  INVALID_REQUEST_BODY: 'rejected',
  INVALID_SIGNATURE: 'token_invalid',
  IP_FORBIDDEN: 'token_invalid',
  KYC_REQUIRED: 'verification_required',
  MISSING_REQUIRED_HEADER: 'token_invalid',
  MISSING_REQUIRED_PARAM: 'rejected',
  QUANTITY_NOT_ENOUGH: 'insufficient_funds',
  READ_ONLY: 'withdrawals_locked',
  REQUEST_EXPIRED: 'stale_request',
  SUB_ACCOUNT_LOCKED: 'withdrawals_locked',
  TOO_FAST: 'rejected',
  TOO_MANY_REQUESTS: 'rejected',
  WITHDRAWAL_OVER_LIMIT: 'above_maximum',
}

export const failures: FailureTable = {
  ACCOUNT_EXCEPTION: 'withdrawals_locked',
  ACCOUNT_LOCKED: 'withdrawals_locked',
  FORBIDDEN: 'withdrawals_locked',
  INTERNAL: 'unavailable',
  INVALID_CREDENTIALS: 'signInEnded',
  INVALID_KEY: 'signInEnded',
  INVALID_SIGNATURE: 'signInEnded',
  IP_FORBIDDEN: 'signInEnded',
  KYC_REQUIRED: 'verification_required',
  MISSING_REQUIRED_HEADER: 'signInEnded',
  READ_ONLY: 'withdrawals_locked',
  REQUEST_EXPIRED: 'unavailable',
  SERVER_ERROR: 'unavailable',
  SUB_ACCOUNT_LOCKED: 'withdrawals_locked',
  TOO_BUSY: 'unavailable',
  TOO_FAST: 'rateLimited',
  TOO_MANY_REQUESTS: 'rateLimited',
}
/** The key is bound to other addresses. */
export const addressCodes = ['IP_FORBIDDEN']

// FAIL is a failure on the chain that is not confirmed yet: the funds are not back at that time.
const states: Readonly<Record<string, Withdrawal['state']>> = {
  CANCEL: 'canceled',
  CANCELPEND: 'pending',
  DMOVE: 'pending',
  DONE: 'completed',
  EXTPEND: 'sent',
  FAIL: 'pending',
  FVERIFY: 'pending',
  INVALID: 'failed',
  LOCKED: 'pending',
  MANUAL: 'pending',
  PEND: 'pending',
  PROCES: 'pending',
  REJECT: 'failed',
  REQUEST: 'pending',
  REVIEW: 'pending',
  SPLITPEND: 'pending',
  VERIFY: 'pending',
}

/** DONE without a block is `sent`, until the block is known. An internal transfer never has a block. */
export function stateOf(status: string, block: string | null): Withdrawal['state'] {
  const state = entryOf(states, status) ?? 'unknown'
  return state === 'completed' && block === '0' ? 'sent' : state
}
