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

const inScope = (scope: Scope): FaultRule => ({ scope })

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
  down: inScope('all'),
  hang: inScope('all'),
  slow: { scope: 'all', ms: { default: 3000, minimum: 1 } },
  error500Before: inScope('all'),
  ...(Object.fromEntries(
    Object.keys(rejections).map((name) => [
      name,
      inScope((ofWithdrawals as readonly string[]).includes(name) ? 'withdraw' : 'all'),
    ]),
  ) as Record<keyof typeof rejections, FaultRule>),
  lowerFee: inScope('withdraw'),
  nonceWindowRaised: inScope('all'),
  migratedAccount: inScope('all'),
  recordsLeftBehind: inScope('list'),
  networkUnstated: inScope('list'),
  tagUnstated: inScope('list'),
  codeByStatus400: inScope('withdraw'),
  returning: inScope('list'),
  heldForReview: inScope('withdraw'),
  failsLater: inScope('withdraw'),
  loseAnswer: inScope('withdraw'),
  hangAfter: inScope('withdraw'),
  error500After: inScope('withdraw'),
  error502After: inScope('withdraw'),
  error504After: inScope('withdraw'),
  empty400After: inScope('withdraw'),
  halfAnswer: inScope('withdraw'),
  truncatedAnswer: inScope('withdraw'),
  unknownCodeAfter: inScope('withdraw'),
  internalErrorAfter: inScope('withdraw'),
  hugeAnswer: inScope('withdraw'),
  wrongTypedAnswer: inScope('withdraw'),
  unknownStatus: inScope('all'),
  foreignAnswer: inScope('all'),
  foreignNetwork: inScope('all'),
  mutatedAmounts: inScope('all'),
  mutatedAddresses: inScope('all'),
  changedHash: inScope('all'),
  noHash: inScope('all'),
  internalTransfer: inScope('all'),
  listedAsFailed: inScope('all'),
  listedAsCanceled: inScope('all'),
  listedAsPending: inScope('all'),
  invisible: { scope: 'list', ms: { default: 600_000, minimum: 1 } },
  duplicatedEntries: inScope('list'),
  partialPages: inScope('list'),
  clockSkew: { scope: 'all', ms: { default: 60_000, minimum: -86_400_000 } },
  realLimits: inScope('all'),
} satisfies Record<string, FaultRule>

export type EmulatorFault = keyof typeof faultRules
export type EmulatorFaults = ActiveFaults<EmulatorFault>
