// Coinbase's names, and the meaning of its errors and states.
//
// Sources, read on 22 November 2026:
// - docs.cdp.coinbase.com/coinbase-app/transfer-apis/send-crypto: the response to an order states `network.status` alone.
// - docs.cdp.coinbase.com/coinbase-app/api-architecture/pagination: the next page starts after the id of the last row, for as
//   long as `next_uri` is set. A page may have fewer rows than its limit.
// - docs.cdp.coinbase.com/coinbase-app/track-apis/transactions: `off_blockchain` is a transfer inside Coinbase. Its `to` may name
//   a user instead of an address.
// - docs.cdp.coinbase.com/coinbase-app/oauth2-integration/2fa: a request for a code has status 402;
//   docs.cdp.coinbase.com/coinbase-app/api-architecture/error-messages: `two_factor_required` has status 400.
// - docs.cdp.coinbase.com/coinbase-app/transfer-apis/travel-rule: which fields a region requires, and their values.

import type { FailureTable, OutcomeTable } from '../kit/code-tables.ts'
import { entryOf } from '../kit/tables.ts'
import type { Withdrawal } from '../withdrawal.ts'

export const networkKeys: Readonly<Record<string, string>> = {
  arbitrum: 'arbitrum',
  avacchain: 'avalanche',
  base: 'base',
  bitcoin: 'bitcoin',
  dogecoin: 'dogecoin',
  ethereum: 'ethereum',
  litecoin: 'litecoin',
  optimism: 'optimism',
  polygon: 'polygon',
  ripple: 'xrp',
  solana: 'solana',
  stellar: 'stellar',
}

/**
 * Estimated fees of a send, in dollars. Coinbase states a fee only in its response to a send. The estimates are high, so that a whole
 * balance can be sent with its fee.
 */
export const estimatedFees: Readonly<Record<string, string>> = { bitcoin: '3', ethereum: '3' }
export const defaultFee = '0.1'

const allowlistPage = 'https://www.coinbase.com/settings/allowlist'

// By id, or by id and sentence if an id has several meanings.
export const outcomes: OutcomeTable = {
  expired_token: 'token_invalid',
  identity_verification_required: 'verification_required',
  invalid_request: 'rejected',
  'invalid_request: This address is not in your allowlist.': { kind: 'addressWhitelistRequired', url: allowlistPage },
  'invalid_request: Sends are disabled for this account.': 'withdrawals_locked',
  'invalid_request: Your funds are on hold.': 'withdrawal_hold',
  invalid_scope: 'withdrawals_locked',
  invalid_token: 'token_invalid',
  param_required: 'rejected',
  rate_limit_exceeded: 'rejected',
  revoked_token: 'token_invalid',
  validation_error: 'rejected',
  "validation_error: You don't have that much.": 'insufficient_funds',
  'validation_error: Please enter a valid address.': 'address_invalid',
}

/** Ids of requests that Coinbase refused before execution. Their sentences state what is required. */
export const refusedRequests: ReadonlySet<string> = new Set(['invalid_request', 'param_required', 'validation_error'])

/**
 * Ids of some institutions from docs.cdp.coinbase.com/coinbase-app/transfer-apis/vasps. No endpoint lists them. For any other
 * institution, the user enters the id from that page.
 */
export const institutions: Readonly<Record<string, string>> = {
  '1 Money': '2d59da78-a298-48eb-a176-8de569f93b14',
  Amber: '536fbe59-38da-4b99-be4b-5ecf865e78d8',
  'Amina Bank': 'a94d3e82-170a-40e7-b08e-429f8b0dc8bf',
  'Anchorage Digital Bank': 'a541304b-9f37-4a25-89e7-2ce26bd423c7',
  'Anchorage Digital Singapore': '87142d96-2607-4077-ae88-c8d0fc5a966a',
  'Apex network': '65a1cf51-4947-429d-a908-376bc2c7977c',
}

export const failures: FailureTable = {
  expired_token: 'signInEnded',
  identity_verification_required: 'verification_required',
  internal_server_error: 'unavailable',
  invalid_scope: 'withdrawals_locked',
  invalid_token: 'signInEnded',
  rate_limit_exceeded: 'rateLimited',
  revoked_token: 'signInEnded',
  service_unavailable: 'unavailable',
}

const states: Readonly<Record<string, Withdrawal['state']>> = {
  pending: 'pending',
  waiting_for_clearing: 'pending',
  waiting_for_signature: 'pending',
  completed: 'sent',
  failed: 'failed',
  expired: 'failed',
  canceled: 'canceled',
}

/** The network status of a transfer between two Coinbase accounts: it never has a transaction. */
export const offBlockchain = 'off_blockchain'

/** A row is "completed" when the amount has left the account. The network status states whether the chain has it. */
export function stateOf(status: string, networkStatus: string): Withdrawal['state'] {
  const state = entryOf(states, status) ?? 'unknown'
  return state === 'sent' && ['confirmed', offBlockchain].includes(networkStatus) ? 'completed' : state
}
