// Bitget's names, and the meaning of its codes and states. Sources, all read in November 2026: Bitget's pages on v1, v2 and v3
// (bitget.com/api-doc: spot/account/Get-Withdraw-Record, uta/account/withdrawal, uta/account/Get-Account-Info), and ccxt 4.5.84.

import type { FailureTable, OutcomeTable } from '../kit/code-tables.ts'
import { entryOf } from '../kit/tables.ts'
import type { Withdrawal } from '../withdrawal.ts'

/** In lower case: v2's lists and records differ in case. */
export const networkKeys: Readonly<Record<string, string>> = {
  arbitrumone: 'arbitrum',
  'avaxc-chain': 'avalanche',
  'c-chain': 'avalanche',
  base: 'base',
  bep20: 'bsc',
  btc: 'bitcoin',
  doge: 'dogecoin',
  erc20: 'ethereum',
  eth: 'ethereum',
  ltc: 'litecoin',
  optimism: 'optimism',
  polygon: 'polygon',
  sol: 'solana',
  ton: 'ton',
  trc20: 'tron',
  trx: 'tron',
  xlm: 'stellar',
  xrp: 'xrp',
}

/** '' for a chain that is not in the table. */
export function bitgetNetworkKey(chain: string): string {
  const name = chain.toLowerCase()
  return entryOf(networkKeys, name) ?? ''
}

/**
 * Values of `dest` for a transfer inside Bitget: to a named account, or to an address of another user. The documentation of
 * withdrawal records in v2 and v3 lists both, besides `on_chain`.
 */
export const insideTransfers: readonly string[] = ['internal_transfer', 'inner_address_transfer']

/** The kind of account that a rejection states: 40084 from v3, 40085 from v2 ("You are in Classic/Unified Account mode"). */
export function otherMode(code: string): 'classic' | 'unified' | undefined {
  if (code === '40084') return 'classic'
  return code === '40085' ? 'unified' : undefined
}

const unsavedAddress = { kind: 'addressWhitelistRequired', url: 'https://www.bitget.com/asset/withdraw' } as const

/** Our name for 43111 with this meaning. Bitget also returns 43111 for any wrong parameter. */
export const notInAddressBook = '11000'

// Excludes 43118 and 45034, which mean that the reference exists: that order may be ours.
export const outcomes: OutcomeTable = {
  [notInAddressBook]: unsavedAddress,
  '13001': 'rejected',
  '13004': 'above_maximum',
  '13006': 'insufficient_funds',
  '13212': 'above_maximum',
  '22010': 'token_invalid',
  '40001': 'token_invalid',
  '40002': 'token_invalid',
  '40003': 'token_invalid',
  '40005': 'stale_request',
  '40006': 'token_invalid',
  '40007': 'rejected',
  '40008': 'stale_request',
  '40009': 'token_invalid',
  '40011': 'token_invalid',
  '40012': 'token_invalid',
  '40014': 'withdrawals_locked',
  '40016': 'verification_required',
  '40017': 'rejected',
  '40018': 'token_invalid',
  '40019': 'rejected',
  '40020': 'rejected',
  '40021': 'withdrawals_locked',
  '40022': 'withdrawals_locked',
  '40023': 'withdrawals_locked',
  '40025': 'withdrawals_locked',
  '40026': 'withdrawals_locked',
  '40027': 'verification_required',
  '40035': 'verification_required',
  '40036': 'token_invalid',
  '40037': 'token_invalid',
  '40038': 'token_invalid',
  '40041': 'token_invalid',
  '40048': 'withdrawals_locked',
  '40052': 'withdrawal_hold',
  '40061': 'withdrawals_locked',
  '40068': 'withdrawals_locked',
  '40078': 'stale_request',
  // The account is of another kind than quoted. v2 and v3 refuse this before they read the order.
  '40084': 'quote_expired',
  '40085': 'quote_expired',
  '40100': 'verification_required',
  '40101': 'verification_required',
  '40111': 'verification_required',
  // v3's code for 40017, according to ccxt.
  '400172': 'rejected',
  '40754': 'insufficient_funds',
  '40937': 'above_maximum',
  '42015': 'network_unsupported',
  '429': 'rejected',
  '43012': 'insufficient_funds',
  '43111': 'rejected',
  '43112': 'below_minimum',
  '43113': 'above_maximum',
  '43114': 'below_minimum',
  '43116': 'address_invalid',
  '43117': 'above_maximum',
  '43121': 'address_invalid',
  '43123': 'rejected',
  '43124': 'too_many_decimals',
  '43125': 'too_many_decimals',
  '43126': 'network_unsupported',
  '43132': 'insufficient_funds',
  '47002': 'address_invalid',
  '47003': unsavedAddress,
  '49050': 'network_unsupported',
  '50006': 'withdrawals_locked',
  '50007': 'withdrawal_hold',
  '50078': 'above_maximum',
  '70208': 'network_unsupported',
  '70213': 'above_maximum',
  '70217': unsavedAddress,
  '70219': 'above_maximum',
  '70226': 'insufficient_funds',
  '70228': 'rejected',
}

export const failures: FailureTable = {
  '40001': 'signInEnded',
  '40006': 'signInEnded',
  '40008': 'unavailable',
  '40009': 'signInEnded',
  '40010': 'unavailable',
  '40011': 'signInEnded',
  '40012': 'signInEnded',
  '40014': 'withdrawals_locked',
  '40015': 'unavailable',
  '40018': 'signInEnded',
  '40021': 'withdrawals_locked',
  '40022': 'withdrawals_locked',
  '40025': 'withdrawals_locked',
  '40035': 'verification_required',
  '40036': 'signInEnded',
  '40037': 'signInEnded',
  '40038': 'signInEnded',
  '40041': 'signInEnded',
  '40068': 'withdrawals_locked',
  '40084': 'rejected',
  '40085': 'rejected',
  '40101': 'verification_required',
  '40725': 'unavailable',
  '429': 'rateLimited',
}
/** The key is bound to other addresses. */
export const addressCodes = ['40018', '40038']

/**
 * v2 documents the first four. Its responses also contain v1's states, which v1's documentation of the withdrawal list names; ccxt
 * maps `pending_review_fail`. States that do not say whether the funds are back are left out, so they are unknown:
 * `pending_fail`, `wallet_fail`, `deposit_check_fail`, `recharge_fail_risk_wait_to_system`.
 */
const states: Readonly<Record<string, Withdrawal['state']>> = {
  pending: 'pending',
  pending_review: 'pending',
  success: 'completed',
  fail: 'failed',
  reject: 'failed',
  cancel: 'canceled',
  // Refused in review, or the funds could not be reserved. Nothing was sent.
  pending_review_fail: 'failed',
  frozen_fail: 'failed',
  wait_frozen: 'pending',
  wait_create_order: 'pending',
  wait_unfreeze: 'pending',
  wait_deducted: 'pending',
  wait_recharge: 'pending',
  wait_recharge_system: 'pending',
  wait_small_check: 'pending',
  deposit_check: 'pending',
  risk_audit: 'pending',
  dealing: 'pending',
  wallet_processing: 'pending',
  pre_success: 'pending',
}

/** v1 writes `Pending`, v2 and v3 write small letters. */
export function stateOf(status: string): Withdrawal['state'] {
  const word = status.toLowerCase()
  return entryOf(states, word) ?? 'unknown'
}
