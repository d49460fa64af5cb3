// Coinbase's names, and what its errors and states mean to us.
//
// Sources, read on 22 November 2026:
// - docs.cdp.coinbase.com/coinbase-app/transfer-apis/send-crypto: the response to an order states `network.status` alone.
// - docs.cdp.coinbase.com/coinbase-app/api-architecture/pagination: the next page starts after the id of the last row, for as
//   long as `next_uri` is set. A page may have fewer rows than its limit.
// - docs.cdp.coinbase.com/coinbase-app/track-apis/transactions: `off_blockchain` is a transfer inside Coinbase.

import type { Withdrawal } from './exchange.ts'
import type { FailureTable, RefusalTable } from './kit/refusals.ts'

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
 * What sending costs as a rule, in dollars: it is told in the answer to a send alone. Reckoned high, so that room is left for
 * it when all of a balance is sent.
 */
export const usualFees: Readonly<Record<string, string>> = { bitcoin: '3', ethereum: '3' }
export const usualFee = '0.1'

const allowlistPage = 'https://www.coinbase.com/settings/allowlist'

// By id, or by id and sentence where one id stands for several things.
export const refusals: RefusalTable = {
  expired_token: 'token_invalid',
  identity_verification_required: 'verification_required',
  invalid_request: 'rejected',
  'invalid_request: This address is not in your allowlist.': { kind: 'addressWhitelistRequired', url: allowlistPage },
  'invalid_request: Sends are disabled for this account.': 'withdrawals_locked',
  'invalid_request: Your funds are on hold.': 'withdrawal_hold',
  'invalid_request: travel_rule_data is required for this transaction.': { kind: 'travelRuleRequired' },
  invalid_scope: 'withdrawals_locked',
  invalid_token: 'token_invalid',
  param_required: 'rejected',
  rate_limit_exceeded: 'rejected',
  revoked_token: 'token_invalid',
  validation_error: 'rejected',
  "validation_error: You don't have that much.": 'insufficient_funds',
  'validation_error: Please enter a valid address.': 'address_invalid',
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
  const state = (Object.hasOwn(states, status) ? states[status] : undefined) ?? 'unknown'
  return state === 'sent' && ['confirmed', offBlockchain].includes(networkStatus) ? 'completed' : state
}
