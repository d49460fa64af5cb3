// The meaning of a failed call: where the flow continues, and whether money may have been sent.

import { destinationErrors } from '../texts/destination-errors.ts'
import { mayHaveSentMoney } from './call-traits.ts'
import type { FlowRequest } from './flow-request.ts'
import type { FlowState, LinkEnded, OpenState } from './flow-state.ts'
import type { Problem } from './link-responses.ts'

export function toLinkEnded(reason: LinkEnded['reason'], mayBeSent: boolean): LinkEnded {
  return { at: 'link-ended', pending: null, reason, mayBeSent }
}

/** The state after a failed call that the step does not handle itself. */
export function failCall(state: OpenState, problem: Problem): FlowState {
  if (problem.errorType === 'sessionEnded') {
    const mayBeSent = ('transfer' in state && state.transfer !== null) || mayHaveSentMoney(state.pending)
    return toLinkEnded('sessionEnded', mayBeSent)
  }
  if (endsAccount(problem)) {
    const { account, integration, token } = state.context
    const type = account?.type ?? integration?.type ?? token?.brokerType ?? ''
    const name = account?.integrationName ?? integration?.name ?? token?.brokerName ?? ''
    const context = { ...state.context, account: null, holdings: null }
    return { at: 'sign-in-ended', pending: null, context, problem, type, name }
  }
  return { at: 'show-problem', pending: null, context: state.context, problem, retry: state }
}

/** The account's sign-in or its token no longer works. */
export function endsAccount({ errorType }: Problem): boolean {
  return /^(authToken(Invalid|Expired)|reconnectRequired)$/.test(errorType)
}

/** Problems that the step itself can show. A lost session is not one of them. */
export function isStepProblem({ errorType }: Problem): boolean {
  return errorType !== 'sessionEnded'
}

/** An error that another amount may avoid. */
export function isAmountProblem({ httpStatus, errorType }: Problem): boolean {
  if (httpStatus >= 500 || [401, 403, 429, 451].includes(httpStatus)) return false
  return errorType !== 'kycRequired' && !destinationErrors.includes(errorType)
}

/** A server error during an order to send: the order may have been accepted. Repeating it makes no second transfer. */
export function isOutcomeUnknown(pending: FlowRequest | null, { errorType, httpStatus }: Problem): boolean {
  return mayHaveSentMoney(pending) && httpStatus >= 500 && !errorType.startsWith('exchange')
}

/** The account has a pending transaction that may be this transfer. */
export function mayHaveSent(problem: Problem | null): boolean {
  return problem?.errorType === 'walletMayHaveSent'
}

export function problemOf(errorType: string, message: string): Problem {
  return { errorType, message, httpStatus: 422 }
}
