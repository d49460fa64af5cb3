// Bybit's names, and what its codes and states mean to us.

import type { Withdrawal } from './exchange.ts'
import type { FailureTable, RefusalTable } from './kit/refusals.ts'

export const networkKeys: Readonly<Record<string, string>> = {
  ARBI: 'arbitrum',
  BASE: 'base',
  BSC: 'bsc',
  BTC: 'bitcoin',
  CAVAX: 'avalanche',
  DOGE: 'dogecoin',
  ETH: 'ethereum',
  LTC: 'litecoin',
  MATIC: 'polygon',
  OP: 'optimism',
  SOL: 'solana',
  TON: 'ton',
  TRX: 'tron',
  XLM: 'stellar',
  XRP: 'xrp',
}

const addressBook = 'https://www.bybit.com/user/assets/money-address'
export const unsavedAddress = { kind: 'addressWhitelistRequired', url: addressBook } as const

// Not in here: what it says when it may have begun, such as 10014 (the request came before), 10016, 131001, 131003, 131099
// and 131200.
export const refusals: RefusalTable = {
  10001: 'rejected',
  10002: 'stale_request',
  10003: 'token_invalid',
  10004: 'token_invalid',
  10005: 'withdrawals_locked',
  10006: 'rejected',
  10007: 'token_invalid',
  10008: 'withdrawals_locked',
  10009: 'rejected',
  10010: 'token_invalid',
  10017: 'rejected',
  10018: 'rejected',
  10024: 'withdrawals_locked',
  10027: 'withdrawals_locked',
  33004: 'token_invalid',
  131002: 'rejected',
  131004: 'verification_required',
  131084: 'withdrawals_locked',
  131085: 'insufficient_funds',
  131086: 'above_maximum',
  131088: 'above_maximum',
  131089: 'withdrawal_hold',
  131090: 'withdrawals_locked',
  131091: 'withdrawals_locked',
  131092: 'withdrawals_locked',
  131093: unsavedAddress,
  131095: 'above_maximum',
  131096: 'rejected',
  131097: 'network_unsupported',
  131098: 'withdrawal_hold',
}

export const failures: FailureTable = {
  10000: 'timeout',
  10002: 'unavailable',
  10003: 'signInEnded',
  10004: 'signInEnded',
  10005: 'withdrawals_locked',
  10006: 'rateLimited',
  10007: 'signInEnded',
  10008: 'withdrawals_locked',
  10009: 'rateLimited',
  10010: 'signInEnded',
  10016: 'unavailable',
  10018: 'rateLimited',
  10019: 'unavailable',
  10024: 'withdrawals_locked',
  33004: 'signInEnded',
  131001: 'unavailable',
  131003: 'unavailable',
  131004: 'verification_required',
  131200: 'unavailable',
  131201: 'unavailable',
}

const states: Readonly<Record<string, Withdrawal['state']>> = {
  BlockchainConfirmed: 'sent',
  CancelByUser: 'canceled',
  Fail: 'failed',
  MoreInformationRequired: 'pending',
  Pending: 'pending',
  Reject: 'failed',
  SecurityCheck: 'pending',
  success: 'completed',
}

export function stateOf(status: string): Withdrawal['state'] {
  return (Object.hasOwn(states, status) ? states[status] : undefined) ?? 'unknown'
}
