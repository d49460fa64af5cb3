// The faults of an emulator:
//
//   PUT /console/emulators/kraken/faults {"loseAnswer": true, "times": 1}
//   PUT /console/emulators/binance/faults {"clockSkew": -90000, "invisible": {"ms": 60000, "scope": "list"}}
//   PUT /console/emulators/kraken/faults {}
//
// A fault in `rejections` causes a rejection in the exchange's format, and no withdrawal is made. A `heldForReview` order waits for the
// console. A `failsLater` order is pending first. Faults ending in `After`, and lost or damaged responses, apply after the withdrawal
// was made. Faults that corrupt withdrawals change the listing, and the response to an order if it describes the withdrawal.
// `migratedAccount` switches the kind of the account; with `recordsLeftBehind` its list has only later orders. A `returning`
// withdrawal has failed, and its funds are not back yet.

import type { ActiveFaults, FaultRule, Scope } from '../faults.ts'

const striking = (scope: Scope): FaultRule => ({ scope })

/** The code of the rejection by the name of the fault. */
export const rejections = {
  busy: 'busy',
  rateLimited: 'rate_limited',
  banned: 'banned',
  maintenance: 'maintenance',
  nonceWrong: 'nonce_wrong',
  clockWrong: 'clock_wrong',
  keyRevoked: 'key_unknown',
  // The key belongs to another site of the exchange.
  wrongRegion: 'key_unknown',
  signatureWrong: 'signature_wrong',
  permissionMissing: 'permission_missing',
  unknownCodeBefore: 'unknown_code',
  internalErrorBefore: 'internal_error',
  addressNotSaved: 'address_not_saved',
  networkSuspended: 'network_unsupported',
  insufficientFunds: 'insufficient_funds',
  withdrawalHold: 'withdrawal_hold',
  verificationRequired: 'verification_required',
  recipientRequired: 'recipient_required',
  codeRequired: 'code_required',
} as const

const ofWithdrawals = [
  'addressNotSaved',
  'networkSuspended',
  'insufficientFunds',
  'withdrawalHold',
  'verificationRequired',
  'recipientRequired',
  'codeRequired',
] as const satisfies (keyof typeof rejections)[]

export const faultRules = {
  down: striking('all'),
  hang: striking('all'),
  slow: { scope: 'all', ms: { usual: 3000, lowest: 1 } },
  error500Before: striking('all'),
  ...(Object.fromEntries(
    Object.keys(rejections).map((name) => [
      name,
      striking((ofWithdrawals as readonly string[]).includes(name) ? 'withdraw' : 'all'),
    ]),
  ) as Record<keyof typeof rejections, FaultRule>),
  lowerFee: striking('withdraw'),
  nonceWindowRaised: striking('all'),
  migratedAccount: striking('all'),
  recordsLeftBehind: striking('list'),
  networkUnstated: striking('list'),
  tagUnstated: striking('list'),
  codeByStatus400: striking('withdraw'),
  returning: striking('list'),
  heldForReview: striking('withdraw'),
  failsLater: striking('withdraw'),
  loseAnswer: striking('withdraw'),
  hangAfter: striking('withdraw'),
  error500After: striking('withdraw'),
  error502After: striking('withdraw'),
  error504After: striking('withdraw'),
  empty400After: striking('withdraw'),
  halfAnswer: striking('withdraw'),
  truncatedAnswer: striking('withdraw'),
  unknownCodeAfter: striking('withdraw'),
  internalErrorAfter: striking('withdraw'),
  hugeAnswer: striking('withdraw'),
  wrongTypedAnswer: striking('withdraw'),
  unknownStatus: striking('all'),
  foreignAnswer: striking('all'),
  foreignNetwork: striking('all'),
  mutatedAmounts: striking('all'),
  mutatedAddresses: striking('all'),
  changedHash: striking('all'),
  noHash: striking('all'),
  internalTransfer: striking('all'),
  listedAsFailed: striking('all'),
  listedAsCanceled: striking('all'),
  listedAsPending: striking('all'),
  invisible: { scope: 'list', ms: { usual: 600_000, lowest: 1 } },
  duplicatedEntries: striking('list'),
  partialPages: striking('list'),
  clockSkew: { scope: 'all', ms: { usual: 60_000, lowest: -86_400_000 } },
  realLimits: striking('all'),
} satisfies Record<string, FaultRule>

export type EmulatorFault = keyof typeof faultRules
export type EmulatorFaults = ActiveFaults<EmulatorFault>
