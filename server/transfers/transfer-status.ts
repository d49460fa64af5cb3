// The states of a transfer, and the public status of each.
//
//   Submitting ─ accepted ──> Submitted ─ hash ──> Confirming ─ enough confirmations ──> Succeeded
//   Submitting ─ no readable response ──> Unknown ─ found ──> Submitted
//   Submitting ─ definite rejection ──> Rejected          Unknown ─ proved absent ──> NotSent
//   Submitting ─ never left us ──> NotSent               Submitted ─ exchange gave it back ──> Returned | Canceled
//   Submitting ─ the request's deadline has passed ──> Unknown ─ the outcome is written late ──> as from Submitting
//   Submitting ─ a code or another action of the user is required ──> RequiresAction ─ done ──> Submitting
//                                                                   RequiresAction ─ expired, locked ──> Abandoned
//   RequiresAction ─ the database was restored, so it may have been sent ──> Unknown
//
//   AwaitingWallet ─ the chain knows it ──> Broadcast ─ enough confirmations ──> Succeeded
//                                           Broadcast ─ reverted ──> Rejected, another took its place ──> Canceled
//                                           Broadcast ─ no block can contain it any more ──> NotSent
//   AwaitingWallet ─ paid, transaction unproved ──> Ambiguous ─ proved later ──> Broadcast
//
// An operator can end every state that has not ended, with evidence: `resolutions` below.
//
// The API does not show transfers in RequiresAction and Abandoned, because nothing was executed. It does not show AwaitingWallet either:
// the user's wallet was requested to send, and it is not known whether it has.

export const transferStates = [
  'Submitting',
  'Submitted',
  'Confirming',
  'Unknown',
  'RequiresAction',
  'Abandoned',
  'AwaitingWallet',
  'Broadcast',
  'Ambiguous',
  'Succeeded',
  'Rejected',
  'NotSent',
  'Returned',
  'Canceled',
] as const
export type TransferState = (typeof transferStates)[number]

export type TransferStatus = 'Pending' | 'Succeeded' | 'Failed'
export type StatusDetail =
  | 'Pending'
  | 'Unknown'
  | 'AwaitingConfirmation'
  | 'Succeeded'
  | 'Rejected'
  | 'NotSent'
  | 'Canceled'
  | 'Returned'

const statusByState: Record<TransferState, { status: TransferStatus | 'Hidden'; detail: StatusDetail }> = {
  Submitting: { status: 'Pending', detail: 'Pending' },
  Submitted: { status: 'Pending', detail: 'Pending' },
  Confirming: { status: 'Pending', detail: 'AwaitingConfirmation' },
  Unknown: { status: 'Pending', detail: 'Unknown' },
  RequiresAction: { status: 'Hidden', detail: 'Pending' },
  Abandoned: { status: 'Hidden', detail: 'NotSent' },
  AwaitingWallet: { status: 'Hidden', detail: 'Pending' },
  Broadcast: { status: 'Pending', detail: 'AwaitingConfirmation' },
  Ambiguous: { status: 'Pending', detail: 'Unknown' },
  Succeeded: { status: 'Succeeded', detail: 'Succeeded' },
  Rejected: { status: 'Failed', detail: 'Rejected' },
  NotSent: { status: 'Failed', detail: 'NotSent' },
  Returned: { status: 'Failed', detail: 'Returned' },
  Canceled: { status: 'Failed', detail: 'Canceled' },
}

/** `Hidden` for transfers that the API does not show. */
export function statusOf(state: TransferState): TransferStatus | 'Hidden' {
  return statusByState[state].status
}

export function statusDetailOf(state: TransferState): StatusDetail {
  return statusByState[state].detail
}

const next: Record<TransferState, readonly TransferState[]> = {
  Submitting: ['Submitted', 'Unknown', 'Rejected', 'NotSent', 'RequiresAction', 'Abandoned'],
  RequiresAction: ['Submitting', 'Abandoned', 'Unknown'],
  Unknown: ['Submitted', 'NotSent', 'Rejected', 'RequiresAction', 'Abandoned'],
  Submitted: ['Confirming', 'Returned', 'Canceled', 'Succeeded'],
  // A reorganisation removes confirmations but does not change the state.
  Confirming: ['Succeeded', 'Returned', 'Canceled'],
  // `Broadcast` returns to it if the payment belongs to another transfer.
  AwaitingWallet: ['Broadcast', 'Ambiguous'],
  Broadcast: ['Succeeded', 'Rejected', 'Canceled', 'NotSent', 'AwaitingWallet', 'Ambiguous'],
  Ambiguous: ['Broadcast'],
  Abandoned: [],
  Succeeded: [],
  Rejected: [],
  NotSent: [],
  Returned: [],
  Canceled: [],
}

const ofExchange = ['Submitted', 'Succeeded', 'NotSent', 'Returned'] as const
const ofWallet = ['Succeeded', 'NotSent'] as const

/** The states to which an operator may move a transfer, with evidence. Every open state leads to success and to failure. */
const resolutions: Partial<Record<TransferState, readonly TransferState[]>> = {
  Submitting: ofExchange,
  RequiresAction: ofExchange,
  Unknown: ofExchange,
  // The exchange has accepted these: they were sent.
  Submitted: ['Succeeded', 'Returned'],
  Confirming: ['Succeeded', 'Returned'],
  AwaitingWallet: ofWallet,
  Broadcast: ofWallet,
  Ambiguous: ofWallet,
}

export function operatorMayMove(from: TransferState, to: TransferState): boolean {
  return resolutions[from]?.includes(to) ?? false
}

export function hasEnded(state: TransferState): boolean {
  return next[state].length === 0
}

/** The assets never left. `Canceled` and `Returned` are not among these: the exchange, or the network, had accepted those transfers. */
export function endsUnsent(state: TransferState): boolean {
  return state === 'Rejected' || state === 'NotSent' || state === 'Abandoned'
}

/** Until it has ended, a transfer may also stay in its state: new confirmations, an empty poll. */
export function mayFollow(from: TransferState, to: TransferState): boolean {
  return next[from].includes(to) || (from === to && !hasEnded(from))
}
