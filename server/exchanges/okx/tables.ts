// OKX's names, and the meaning of its codes and states.
//
// Sources, read on 22 November 2026:
// - okx.com/docs-v5/en, error codes of the general, API and funding classes, in English and Chinese; ccxt 4.5.84.
// - okx.com/docs-v5/en, withdrawal and exchange list: `rcvrInfo`, and exchange id 0 for one that is not listed.
// - okx.com/docs-v5/en, production domains; okxapi/python-okx issues 92 and 118: a key of another site gets 50119.

import type { FailureTable, OutcomeTable } from '../kit/code-tables.ts'
import type { Site, Sites } from '../kit/sites.ts'
import { entryOf } from '../kit/tables.ts'
import type { Withdrawal } from '../withdrawal.ts'

/** Users sign in at the domains of the labels. The API of app.okx.com is at us.okx.com, the API of my.okx.com at eea.okx.com. */
export const sites: Sites = [
  { value: 'global', label: 'okx.com', baseUrl: 'https://www.okx.com' },
  { value: 'eea', label: 'my.okx.com (eea.okx.com)', baseUrl: 'https://eea.okx.com' },
  { value: 'us', label: 'app.okx.com (us.okx.com)', baseUrl: 'https://us.okx.com' },
]
/** The key is unknown at this site. */
export const unknownKeyCodes = ['50119']

/** The part of a chain's name after the asset and a hyphen, as in `USDT-TRC20`. Bridged tokens have separate chain names. */
export const networkKeys: Readonly<Record<string, string>> = {
  'Arbitrum One': 'arbitrum',
  'Avalanche C-Chain': 'avalanche',
  BSC: 'bsc',
  Base: 'base',
  Bitcoin: 'bitcoin',
  Dogecoin: 'dogecoin',
  ERC20: 'ethereum',
  // Used in the list of withdrawals.
  Ethereum: 'ethereum',
  Litecoin: 'litecoin',
  Optimism: 'optimism',
  Polygon: 'polygon',
  Ripple: 'xrp',
  Solana: 'solana',
  'Stellar Lumens': 'stellar',
  TON: 'ton',
  TRC20: 'tron',
}

/** '' for a chain that is not in the table. */
export function okxNetworkKey({ ccy, chain }: { ccy: string; chain: string }): string {
  const name = chain.startsWith(`${ccy}-`) ? chain.slice(ccy.length + 1) : ''
  return entryOf(networkKeys, name) ?? ''
}

const addressBook = '/balance/withdrawal-address'
export const unsavedAddress = { kind: 'addressWhitelistRequired', url: `https://www.okx.com${addressBook}` } as const
const pages: Readonly<Record<string, string>> = { eea: 'https://my.okx.com', us: 'https://app.okx.com' }

/** The page where a user of this site saves addresses. */
export function addressBookAt({ value }: Site): string {
  const page = pages[value]
  return page === undefined ? unsavedAddress.url : page + addressBook
}

// Excludes codes after which the order may exist, such as 50001, 50004 (OKX's own timeout), 50026 and 58404 (the reference exists, so
// that order is ours). Each code below is about a check before OKX accepts an order: the key, the server's address, the user's
// verification, the address, the fee, the balance, or whether the API may place the order.
export const outcomes: OutcomeTable = {
  50002: 'rejected',
  50006: 'rejected',
  50007: 'withdrawals_locked',
  50011: 'rejected',
  50012: 'withdrawals_locked',
  50014: 'rejected',
  50030: 'withdrawals_locked',
  // The key has to be bound to an address of the network.
  50035: 'withdrawals_locked',
  50059: 'verification_required',
  50060: 'verification_required',
  50100: 'token_invalid',
  50101: 'token_invalid',
  50102: 'stale_request',
  50103: 'token_invalid',
  50104: 'token_invalid',
  50105: 'token_invalid',
  50106: 'token_invalid',
  50107: 'stale_request',
  50110: 'token_invalid',
  50111: 'token_invalid',
  50112: 'stale_request',
  50113: 'token_invalid',
  50114: 'token_invalid',
  50119: 'token_invalid',
  50120: 'withdrawals_locked',
  // Requests from the server's address are not accepted.
  50121: 'rejected',
  51000: 'rejected',
  58004: 'withdrawals_locked',
  58006: 'network_unsupported',
  58008: 'insufficient_funds',
  58010: 'network_unsupported',
  58011: 'verification_required',
  58013: 'withdrawals_locked',
  58102: 'rejected',
  58200: 'network_unsupported',
  58201: 'above_maximum',
  58203: unsavedAddress,
  58204: 'withdrawals_locked',
  58205: 'above_maximum',
  58206: 'below_minimum',
  58207: unsavedAddress,
  58208: 'verification_required',
  58209: 'withdrawals_locked',
  58210: 'verification_required',
  58214: 'network_unsupported',
  // The operation is not allowed.
  58216: 'rejected',
  58217: 'withdrawals_locked',
  58219: 'withdrawal_hold',
  58221: 'address_invalid',
  58222: 'address_invalid',
  // A contract, to which a withdrawal requires a higher fee.
  58223: 'rejected',
  58224: 'address_invalid',
  58226: 'network_unsupported',
  // Delisted assets can be withdrawn only in full, and only with a key that is bound to an address.
  58227: 'rejected',
  58228: 'withdrawals_locked',
  58229: 'insufficient_funds',
  58230: 'verification_required',
  58232: 'verification_required',
  58233: 'verification_required',
  58235: 'verification_required',
  58237: { kind: 'travelRuleRequired' },
  58238: { kind: 'travelRuleRequired' },
  58239: 'withdrawals_locked',
  58240: 'verification_required',
  58244: 'withdrawals_locked',
  58248: 'withdrawals_locked',
  58249: 'network_unsupported',
  58252: 'withdrawal_hold',
  58254: 'verification_required',
  58256: 'above_maximum',
  58257: 'above_maximum',
  58258: 'above_maximum',
  58350: 'insufficient_funds',
  58405: 'withdrawals_locked',
  58407: 'withdrawals_locked',
}

export const failures: FailureTable = {
  50001: 'unavailable',
  50004: 'timeout',
  50005: 'unavailable',
  50007: 'withdrawals_locked',
  50011: 'rateLimited',
  50013: 'unavailable',
  50026: 'unavailable',
  50030: 'withdrawals_locked',
  50035: 'withdrawals_locked',
  50059: 'verification_required',
  50060: 'verification_required',
  50100: 'signInEnded',
  50101: 'signInEnded',
  50102: 'unavailable',
  50103: 'signInEnded',
  50104: 'signInEnded',
  50105: 'signInEnded',
  50110: 'signInEnded',
  50111: 'signInEnded',
  50112: 'unavailable',
  50113: 'signInEnded',
  50114: 'signInEnded',
  50119: 'signInEnded',
  50120: 'withdrawals_locked',
  50121: 'unavailable',
  58004: 'withdrawals_locked',
  58007: 'unavailable',
  58011: 'verification_required',
  58102: 'rateLimited',
}

const states: Readonly<Record<string, Withdrawal['state']>> = {
  '-3': 'pending',
  '-2': 'canceled',
  '-1': 'failed',
  0: 'pending',
  1: 'pending',
  2: 'completed',
  4: 'pending',
  5: 'pending',
  6: 'pending',
  7: 'pending',
  8: 'pending',
  9: 'pending',
  10: 'pending',
  12: 'pending',
  15: 'pending',
  16: 'pending',
  17: 'pending',
  19: 'pending',
}

export function stateOf(state: string): Withdrawal['state'] {
  return entryOf(states, state) ?? 'unknown'
}
