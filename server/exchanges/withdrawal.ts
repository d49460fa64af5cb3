// A withdrawal at an exchange: the order, what its response may mean, and the record that the exchange lists.

import type { Amount } from '../contract/amount.ts'
import type { CodeKind, CodeMethod } from './sign-in.ts'

export interface WithdrawalTerms {
  symbol: string
  networkKey: string
  address: string
  addressTag: string
  amount: Amount
}

export interface WithdrawalOrder extends WithdrawalTerms {
  /** Our id of the order, the same for every send of one transfer. */
  clientReference: string
  /** Of the quote. */
  adapterState: string
  /** The exchange must refuse the request after this time. Only then can the absence of a withdrawal prove anything. */
  validUntil: Date
  mfaCode: string | null
  /** Values for `extraFields`, as far as the user entered them. */
  extra: Readonly<Record<string, string>>
}

/** An order that was refused until the user completes a required action. */
export interface OrderedBefore extends WithdrawalTerms {
  clientReference: string
}

/** `kind` is the method for the code, null to use the same one again. */
export interface ResendRequest {
  order: OrderedBefore
  kind: CodeKind | null
}

/** An order that may have been accepted. It was not sent before `since`. */
export interface SentOrder {
  clientReference: string
  since: Date
  symbol: string
  networkKey: string
}

/**
 * The action that the user has to take before the exchange sends. It proves that no withdrawal was created: afterwards the same
 * order may be sent again with the same reference.
 */
export type RequiredAction =
  | { kind: 'mfaRequired'; method: CodeKind; methods?: CodeMethod[]; codeLength?: number }
  /** `url` is the page that shows the e-mail, if there is one: the outbox of a sandbox. */
  | { kind: 'emailConfirmationRequired'; sentTo: string; url?: string }
  /** `url` is the page for the approval, '' if there is none. */
  | { kind: 'deviceConfirmationRequired'; device: string; url: string }
  /** The address has to be saved at the exchange. `url` is the page for it, '' if there is none. */
  | { kind: 'addressWhitelistRequired'; url: string }
  /** Values for the adapter's `extraFields` are required. `field` names one whose value the exchange cannot use. */
  | { kind: 'travelRuleRequired'; field?: string }

/** The actions that an exchange can state with a quote, before an order. */
export type QuotedAction = Extract<RequiredAction, { kind: 'addressWhitelistRequired' | 'travelRuleRequired' }>

/** Distinguishes an action from values to send, which never have a `kind`. */
export function isRequiredAction(
  value: Readonly<Record<string, unknown>> | RequiredAction | null,
): value is RequiredAction {
  return value !== null && 'kind' in value
}

/**
 * `rejected`: the exchange refused the order. `notSent`: no order was sent. `ambiguous`: the response proves nothing, such as a timeout,
 * a 5xx, an incomplete body or an unknown code.
 */
export type WithdrawalOutcome =
  | { kind: 'accepted'; withdrawalId: string }
  | { kind: 'rejected'; code: string }
  | { kind: 'notSent' }
  | RequiredAction
  | { kind: 'mfaWrong' }
  | { kind: 'mfaExpired' }
  | { kind: 'ambiguous'; reason: string }

export interface Withdrawal {
  id: string
  clientReference: string
  symbol: string
  /** Null if the exchange states none, '' for a network outside the adapter's table. */
  networkKey: string | null
  /** Null if the exchange states none: it may show the recipient of an internal transfer by name. */
  address: string | null
  /** Null if the exchange states none: the withdrawal may still have one. */
  addressTag: string | null
  /** The amount that arrives, without fees. Adapters convert amounts that are listed otherwise. */
  amount: Amount
  /**
   * Amount plus fee, if the exchange deducts its fee from the ordered amount. With a fee below the quoted one more arrives, so only
   * this sum equals the order.
   */
  charged?: Amount
  /** The exchange has not stated its fee: only `charged` is known, and `amount` is the same. */
  isFeeUnstated?: true
  /** Settled inside the exchange: there is no transaction, and the exchange's record is the only proof. */
  isInternal?: true
  /** `unknown` for any status that is not in the adapter's table: a transfer never fails by a guess. */
  state: 'pending' | 'sent' | 'completed' | 'failed' | 'canceled' | 'unknown'
  hash: string
  createdAt: Date
}
