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

const on = (scope: Scope, about: string): FaultRule => ({ about, scope })

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

const rejectionRules: Record<keyof typeof rejections, FaultRule> = {
  busy: on('all', 'The exchange rejects the call because it is busy.'),
  rateLimited: on('all', 'The exchange rejects the call because there were too many.'),
  banned: on('all', 'The exchange has banned the caller’s address for a while.'),
  maintenance: on('all', 'The exchange rejects the call during maintenance.'),
  nonceWrong: on('all', 'The exchange rejects the nonce as too low.'),
  clockWrong: on('all', 'The exchange rejects the time of the call.'),
  keyRevoked: on('all', 'The exchange does not know the API key.'),
  wrongRegion: on('all', 'The API key belongs to another site of the exchange.'),
  signatureWrong: on('all', 'The exchange rejects the signature.'),
  permissionMissing: on('all', 'The API key lacks the permission for the call.'),
  unknownCodeBefore: on('all', 'The response is an error code that no client knows, and nothing is carried out.'),
  internalErrorBefore: on('all', 'The response is the exchange’s internal error, and nothing is carried out.'),
  addressNotSaved: on('withdraw', 'The exchange requires that the address is saved first.'),
  networkSuspended: on('withdraw', 'The exchange has suspended withdrawals on the network.'),
  insufficientFunds: on('withdraw', 'The exchange rejects the withdrawal for insufficient funds.'),
  withdrawalHold: on('withdraw', 'The exchange has put withdrawals of the account on hold.'),
  verificationRequired: on('withdraw', 'The exchange requires that the user completes a verification.'),
  recipientRequired: on('withdraw', 'The exchange requires the recipient’s name, for the travel rule.'),
  codeRequired: on('withdraw', 'The exchange requires a code.'),
}

export const faultRules = {
  down: on('all', 'The connection is closed at once, and nothing is carried out.'),
  hang: on('all', 'There is no response, and nothing is carried out.'),
  slow: { about: 'The call is carried out 3 seconds later.', scope: 'all', ms: { default: 3000, minimum: 1 } },
  error500Before: on('all', 'The response is an error 500, and nothing is carried out.'),
  ...rejectionRules,
  lowerFee: on('withdraw', 'The exchange takes half of the fee that it announced.'),
  nonceWindowRaised: on('all', 'The API key has a nonce window, so that an old nonce can be accepted.'),
  migratedAccount: on('all', 'The account has moved to the exchange’s unified account type.'),
  recordsLeftBehind: on('list', 'After the move, the list has only later withdrawals.'),
  networkUnstated: on('list', 'Listed withdrawals have no network.'),
  tagUnstated: on('list', 'Listed withdrawals have no tag.'),
  codeByStatus400: on('withdraw', 'The requirement of a code arrives with status 400 instead of 402.'),
  returning: on('list', 'A withdrawal has failed, and its funds are not back yet.'),
  heldForReview: on('withdraw', 'The withdrawal stays pending until the console releases it.'),
  failsLater: on('withdraw', 'The withdrawal is pending, then fails.'),
  loseAnswer: on('withdraw', 'The call is carried out, but the connection closes without a response.'),
  hangAfter: on('withdraw', 'The call is carried out, but there is no response.'),
  error500After: on('withdraw', 'The call is carried out, but the response is an error 500.'),
  error502After: on('withdraw', 'The call is carried out, but a gateway returns an error page with status 502.'),
  error504After: on('withdraw', 'The call is carried out, but a gateway times out with status 504.'),
  empty400After: on('withdraw', 'The call is carried out, but the response has status 400 and no body.'),
  halfAnswer: on('withdraw', 'The call is carried out, but the connection breaks halfway through the response.'),
  truncatedAnswer: on('withdraw', 'The call is carried out, but the response is only half of its JSON.'),
  unknownCodeAfter: on('withdraw', 'The call is carried out, but the response is an error code that no client knows.'),
  internalErrorAfter: on('withdraw', 'The call is carried out, but the response is the exchange’s internal error.'),
  hugeAnswer: on('withdraw', 'The response is padded to 6 MB.'),
  wrongTypedAnswer: on('withdraw', 'Ids and amounts are numbers instead of text.'),
  unknownStatus: on('all', 'Withdrawals have a status that no client knows.'),
  foreignAnswer: on('all', 'Withdrawals have the id and reference of another one.'),
  foreignNetwork: on('all', 'Withdrawals name another network than the one that was ordered.'),
  mutatedAmounts: on('all', 'Withdrawals have about ten times the amount.'),
  mutatedAddresses: on('all', 'The address of withdrawals differs in its last character.'),
  changedHash: on('all', 'The transaction hash of withdrawals differs in its last characters.'),
  noHash: on('all', 'Withdrawals have no transaction hash.'),
  internalTransfer: on('all', 'Withdrawals are listed as transfers inside the exchange, without fee or hash.'),
  listedAsFailed: on('all', 'Withdrawals are listed as failed, whatever happened to them.'),
  listedAsCanceled: on('all', 'Withdrawals are listed as canceled, whatever happened to them.'),
  listedAsPending: on('all', 'Withdrawals are listed as pending, whatever happened to them.'),
  invisible: {
    about: 'Withdrawals are listed 10 minutes after they were ordered.',
    scope: 'list',
    ms: { default: 600_000, minimum: 1 },
  },
  duplicatedEntries: on('list', 'Lists have each withdrawal twice.'),
  partialPages: on('list', 'Lists lack the newest half of their withdrawals.'),
  clockSkew: {
    about: 'The exchange’s clock is one minute ahead.',
    scope: 'all',
    ms: { default: 60_000, minimum: -86_400_000 },
  },
  realLimits: on('all', 'The rate limits of the real exchange apply.'),
} satisfies Record<string, FaultRule>

export type EmulatorFault = keyof typeof faultRules
export type EmulatorFaults = ActiveFaults<EmulatorFault>
