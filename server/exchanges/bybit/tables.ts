// Bybit's names, and what its codes and states mean to us.

import type { FailureTable, OutcomeTable } from '../kit/code-tables.ts'
import type { Sites } from '../kit/sites.ts'
import { entryOf } from '../kit/tables.ts'
import type { Withdrawal } from '../withdrawal.ts'

// https://bybit-exchange.github.io/docs/v5/guide, read as of 24 July 2026. Accounts of the European site accept only keys that are
// connected to a third-party application, so a user may have none for this server.
export const sites: Sites = [
  { value: 'global', label: 'bybit.com', baseUrl: 'https://api.bybit.com' },
  { value: 'eu', label: 'bybit.eu', baseUrl: 'https://api.bybit.eu' },
  { value: 'nl', label: 'bybit.nl', baseUrl: 'https://api.bybit.nl' },
  { value: 'tr', label: 'bybit.tr', baseUrl: 'https://api.bybit.tr' },
  { value: 'kz', label: 'bybit.kz', baseUrl: 'https://api.bybit.kz' },
  { value: 'ge', label: 'bybitgeorgia.ge', baseUrl: 'https://api.bybitgeorgia.ge' },
  { value: 'ae', label: 'bybit.ae', baseUrl: 'https://api.bybit.ae' },
  { value: 'id', label: 'bybit.id', baseUrl: 'https://api.bybit.id' },
  { value: 'jp', label: 'manepa.jp', baseUrl: 'https://api.manepa.jp' },
]
/** "API key is invalid. Check whether the key and domain are matched." */
export const unknownKeyCodes = ['10003']

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

/** On the main site. The pages of other sites are not documented. */
const addressBook = 'https://www.bybit.com/user/assets/money-address'
export const unsavedAddress = { kind: 'addressWhitelistRequired', url: addressBook } as const
const travelRule = { kind: 'travelRuleRequired' } as const

/** Codes with several meanings. With one of these messages, the table below lists the code under another name. */
const codesByMessage: readonly { code: string; message: RegExp; means: string }[] = [
  // ccxt 4.5.84 quotes "the available balance is not sufficient to cover the handling fee". The documented sentence is another
  // one, "openapi svc error", and proves nothing.
  { code: '131001', message: /balance is not sufficient/i, means: '131001 balance' },
  // The `timestamp` in the body is out of its window (ccxt issue 21427).
  { code: '131002', message: /timestamp/i, means: '131002 timestamp' },
]

export function codeBySentence(code: string, sentence: string): string {
  return codesByMessage.find((entry) => entry.code === code && entry.message.test(sentence))?.means ?? code
}

// By the error codes of Bybit's documentation (https://bybit-exchange.github.io/docs/v5/error, read as of 24 July 2026): the
// checks that come before an order is made. Not in here is what may follow an order that was made: 10014 and 131082 (the
// request came before), 10000, 10016, 131003, 131099, 131200, 131201, and 131001 with another sentence than the one above.
export const outcomes: OutcomeTable = {
  10001: 'rejected',
  10002: 'stale_request',
  10003: 'token_invalid',
  10004: 'token_invalid',
  10005: 'withdrawals_locked',
  10006: 'rejected',
  10007: 'token_invalid',
  10008: 'withdrawals_locked',
  10009: 'region_restricted',
  10010: 'token_invalid',
  10017: 'rejected',
  10018: 'rejected',
  10024: 'withdrawals_locked',
  10027: 'withdrawals_locked',
  33004: 'token_invalid',
  '131001 balance': 'insufficient_funds',
  // "Withdraw address chain or destination tag are not equal": not saved so (ccxt issue 21427). Also "Parameter error".
  131002: unsavedAddress,
  '131002 timestamp': 'stale_request',
  131004: 'verification_required',
  // The KYC information is incomplete.
  131065: 'verification_required',
  // The address accepts no withdrawals for now.
  131066: 'address_invalid',
  // From here to 131074: the travel rule.
  131067: travelRule,
  131068: travelRule,
  131069: travelRule,
  131070: travelRule,
  131071: travelRule,
  131072: travelRule,
  131073: travelRule,
  131074: travelRule,
  // A tag where the chain has none.
  131081: 'address_invalid',
  // Withdrawals go to the address book only.
  131083: unsavedAddress,
  131084: 'withdrawals_locked',
  131085: 'insufficient_funds',
  131086: 'above_maximum',
  // The risk level of the account is too high.
  131087: 'withdrawals_locked',
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

/** For an address that the address book has: 131002 is about something else then. */
export const outcomesOfSaved: OutcomeTable = { ...outcomes, 131002: 'rejected' }

export const failures: FailureTable = {
  10000: 'timeout',
  10002: 'unavailable',
  10003: 'signInEnded',
  10004: 'signInEnded',
  10005: 'withdrawals_locked',
  10006: 'rateLimited',
  10007: 'signInEnded',
  10008: 'withdrawals_locked',
  10009: 'region_restricted',
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
  return entryOf(states, status) ?? 'unknown'
}
