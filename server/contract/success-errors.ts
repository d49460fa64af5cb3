// The errors that successful responses contain: actions that are required of the user, refused codes, and why a transfer failed.

import type { ErrorType } from './errors.ts'

/** The exchange can request these again. */
export const resendableActions = [
  'mfaRequired',
  'emailConfirmationRequired',
  'deviceConfirmationRequired',
] as const satisfies readonly ErrorType[]

/** A preview can state these. */
export const quotedActions = ['addressWhitelistRequired', 'travelRuleRequired'] as const satisfies readonly ErrorType[]

/** An execute returns these before anything is sent. */
export const requiredActions = [
  ...resendableActions,
  ...quotedActions,
  'mfaCodeWrong',
  'mfaCodeExpired',
] as const satisfies readonly ErrorType[]

/** The reasons of failed transfers. */
export const transferFailures = [
  'exchangeRejected',
  'reconnectRequired',
  'previewChanged',
  'transferNotSent',
  'transferReturned',
  'walletReverted',
  'walletReplaced',
] as const satisfies readonly ErrorType[]
export type TransferFailure = (typeof transferFailures)[number]
