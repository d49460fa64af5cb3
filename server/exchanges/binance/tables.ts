// Binance's names, and the meaning of its codes and states. Sources, read in November 2026: developers.binance.com/docs/wallet
// (error-code, change-log, capital/withdraw, capital/withdraw-history, travel-rule), and ccxt 4.5.84.

import type { FailureTable, OutcomeTable } from '../kit/code-tables.ts'
import { entryOf } from '../kit/tables.ts'
import type { Withdrawal } from '../withdrawal.ts'

export const networkKeys: Readonly<Record<string, string>> = {
  ARBITRUM: 'arbitrum',
  AVAXC: 'avalanche',
  BASE: 'base',
  BSC: 'bsc',
  BTC: 'bitcoin',
  DOGE: 'dogecoin',
  ETH: 'ethereum',
  LTC: 'litecoin',
  MATIC: 'polygon',
  OPTIMISM: 'optimism',
  SOL: 'solana',
  TON: 'ton',
  TRX: 'tron',
  XLM: 'stellar',
  XRP: 'xrp',
}

/** '' for a network that is not in the table. */
export function binanceNetworkKey(network: string): string {
  return entryOf(networkKeys, network) ?? ''
}

/** Replaces the hash of a withdrawal to another user of Binance, with `transferType` 1. */
export function isInside(txId: string): boolean {
  return /^(internal|off-chain) transfer\b/i.test(txId)
}

const whitelistPage = 'https://www.binance.com/en/my/security/address-management'
export const unsavedAddress = { kind: 'addressWhitelistRequired', url: whitelistPage } as const

export const outcomes: OutcomeTable = {
  '-1002': 'token_invalid',
  '-1003': 'rejected',
  '-1021': 'stale_request',
  '-1022': 'token_invalid',
  '-1100': 'rejected',
  '-1101': 'rejected',
  '-1102': 'rejected',
  '-1103': 'rejected',
  '-1104': 'rejected',
  '-1105': 'rejected',
  '-2008': 'token_invalid',
  '-2014': 'token_invalid',
  '-2015': 'token_invalid',
  '-3001': 'verification_required',
  '-4005': 'rejected',
  '-4006': 'withdrawals_locked',
  '-4007': 'address_invalid',
  '-4008': 'address_invalid',
  '-4012': unsavedAddress,
  '-4013': 'verification_required',
  '-4014': 'withdrawal_hold',
  '-4015': 'withdrawals_locked',
  '-4016': 'withdrawal_hold',
  '-4017': 'withdrawal_hold',
  '-4018': 'network_unsupported',
  '-4019': 'network_unsupported',
  '-4021': 'too_many_decimals',
  '-4022': 'below_minimum',
  '-4023': 'above_maximum',
  '-4024': 'insufficient_funds',
  '-4025': 'insufficient_funds',
  '-4026': 'insufficient_funds',
  '-4028': 'below_minimum',
  '-4033': 'address_invalid',
  '-4034': 'address_invalid',
  '-4035': unsavedAddress,
  '-4036': 'withdrawal_hold',
  '-4039': 'withdrawals_locked',
  '-4044': 'verification_required',
  '-4046': 'verification_required',
  '-4060': 'withdrawal_hold',
  // The account belongs to a local entity, which accepts orders with a questionnaire only. Not in Binance's table of codes. Several
  // open-source clients switch to localentity/withdraw/apply at this code.
  '-4104': { kind: 'travelRuleRequired' },
  // TAG_NOT_SUPPORTED_FOR_NETWORK, by the change log of 2026-04-28.
  '-4106': 'address_invalid',
}

export const failures: FailureTable = {
  '-1000': 'unavailable',
  '-1001': 'unavailable',
  '-1002': 'signInEnded',
  '-1003': 'rateLimited',
  '-1004': 'unavailable',
  '-1006': 'unavailable',
  '-1007': 'timeout',
  '-1008': 'unavailable',
  '-1021': 'unavailable',
  '-1022': 'signInEnded',
  '-1099': 'signInEnded',
  '-2008': 'signInEnded',
  '-2014': 'signInEnded',
  '-2015': 'signInEnded',
  '-4005': 'rateLimited',
  '-4015': 'withdrawals_locked',
}

const states: Readonly<Record<string, Withdrawal['state']>> = {
  0: 'pending',
  1: 'canceled',
  2: 'pending',
  3: 'failed',
  4: 'pending',
  5: 'failed',
  6: 'completed',
}

/** States of an order's travel-rule record. The withdrawal continues when the record is complete. */
export const travelRuleStates: Readonly<Record<string, Withdrawal['state']>> = {
  0: 'completed',
  1: 'pending',
  2: 'failed',
}

export function stateOf(status: string): Withdrawal['state'] {
  return entryOf(states, status) ?? 'unknown'
}
