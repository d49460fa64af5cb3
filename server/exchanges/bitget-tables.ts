// Bitget's names, and what its codes and states mean to us. Sources, all read in November 2026: Bitget's pages on v1, v2 and v3
// (bitget.com/api-doc: spot/account/Get-Withdraw-Record, uta/account/withdrawal, uta/account/Get-Account-Info), and ccxt 4.5.84.

import type { Withdrawal } from './exchange.ts'
import type { FailureTable, RefusalTable } from './kit/refusals.ts'

/** In lower case: v2 lists them in one case, and its records have another. */
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
export function networkOf(chain: string): string {
  const name = chain.toLowerCase()
  return (Object.hasOwn(networkKeys, name) ? networkKeys[name] : undefined) ?? ''
}

/**
 * Where a withdrawal went that never left Bitget: to an account that was named, or to an address that is another user's. v2's and
 * v3's pages on withdrawal records list both, beside `on_chain`.
 */
export const insideTransfers: readonly string[] = ['internal_transfer', 'inner_address_transfer']

/** By the code that refuses a call to the other kind of account: 40084 of v3, 40085 of v2 ("You are in Classic/Unified Account mode"). */
export function otherMode(code: string): 'classic' | 'unified' | undefined {
  if (code === '40084') return 'classic'
  return code === '40085' ? 'unified' : undefined
}

const unsavedAddress = { kind: 'addressWhitelistRequired', url: 'https://www.bitget.com/asset/withdraw' } as const

/** 43111 stands for any wrong parameter, and for this. */
export const notInAddressBook = '11000'

// Neither 43118 nor 45034, a reference that was there before: what they speak of may be ours.
export const refusals: RefusalTable = {
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
  // Another kind of account than the one that was quoted: v2 and v3 refuse it before they read the order.
  '40084': 'quote_expired',
  '40085': 'quote_expired',
  '40100': 'verification_required',
  '40101': 'verification_required',
  '40111': 'verification_required',
  // v3's word for 40017, by ccxt.
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
/** For a key that may be used from other addresses only. */
export const addressCodes = ['40018', '40038']

/**
 * v2 documents the first four, and its responses have v1's other words too: v1's page on the withdrawal list names them all, and
 * ccxt maps `pending_review_fail`. A word that does not say whether the funds came back is left out, and so is unknown:
 * `pending_fail`, `wallet_fail`, `deposit_check_fail`, `recharge_fail_risk_wait_to_system`.
 */
const states: Readonly<Record<string, Withdrawal['state']>> = {
  pending: 'pending',
  pending_review: 'pending',
  success: 'completed',
  fail: 'failed',
  reject: 'failed',
  cancel: 'canceled',
  // Ended by a review, or by funds that could not be reserved, before anything was sent.
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
  return (Object.hasOwn(states, word) ? states[word] : undefined) ?? 'unknown'
}
