// The frame while its link continues on a full page: it follows the transfer there and can move the link back.

import { beginSession, initialContext } from './account-states.ts'
import { toLinkEnded } from './failed-calls.ts'
import type { FlowContext, FollowedFullPage } from './flow-context.ts'
import type { EventOf } from './flow-event.ts'
import type { FlowState, OnFullPage, OpenState } from './flow-state.ts'
import { toTransferState } from './transfer-states.ts'
import type { Transitions, TransitionTable } from './transition-table.ts'

/** A transfer that is already being sent stays in the frame. */
export function continueOnFullPage(state: OpenState, { returnCode, link }: EventOf<'fullPageOpened'>): FlowState {
  if (state.pending?.call === 'execute') return state
  const choice = 'choice' in state ? state.choice : null
  return saveAndPoll(toOnFullPage(state.context, { from: state, choice, returnCode, link }))
}

/** After a reload. A poll shows whether the full page was opened meanwhile. */
export function resumeOnFullPage(
  { session, recent, integrations = null }: EventOf<'sessionOpened'>,
  followed: FollowedFullPage,
): FlowState {
  const { choice, returnCode } = followed
  const from = beginSession(session, { recent, integrations, resumeState: choice ? { choice } : {} })
  const context = initialContext(session, { recent, integrations, resumeState: { followed } })
  return pollFullPage(toOnFullPage(context, { from, choice, returnCode, link: null }))
}

function toOnFullPage(
  context: FlowContext,
  opened: Omit<OnFullPage, 'at' | 'pending' | 'context' | 'page' | 'transfer'>,
): OnFullPage {
  return { at: 'on-full-page', pending: null, context, ...opened, page: 'notOpened', transfer: null }
}

const onFullPage: Transitions<'on-full-page'> = {
  // The full page was opened again.
  fullPageOpened: (state, { returnCode, link }) => saveAndPoll({ ...state, returnCode, link, page: 'notOpened' }),
  fullPagePolled: (state, { page, transfer }) => {
    if (transfer?.status === 'Succeeded') return toTransferState(state.context, transfer, null)
    const isSame = page === state.page && transfer === null && state.transfer === null
    const next = isSame ? state : { ...state, page, transfer }
    return state.pending?.call === 'reclaimLink' ? pollFullPage(next) : next
  },
  back: (state) => {
    const { pending, page, transfer, returnCode } = state
    return pending?.call === 'reclaimLink' || page === 'ended' || transfer?.status === 'Pending'
      ? state
      : { ...state, pending: { call: 'reclaimLink', returnCode } }
  },
  linkReclaimed: ({ from, context: { recent, integrations } }, { session }) => {
    if (session === null) return from
    const { pendingTransfer, continued } = session
    // Show a transfer that was sent there meanwhile, so that it is not sent again.
    const resumeState = pendingTransfer === null && continued ? { choice: continued } : {}
    return beginSession(session, { recent, integrations, resumeState })
  },
  callFailed: (state, { problem }) => {
    if (state.pending?.call === 'reclaimLink' || problem.httpStatus !== 401) return pollFullPage(state)
    const { transfer } = state
    // A transfer may have been sent there.
    return toLinkEnded(transfer === null ? 'linkExpired' : 'sessionEnded', transfer !== null)
  },
}

export const fullPageTransitions = { 'on-full-page': onFullPage } satisfies Partial<TransitionTable>

/** Also after a reload. */
function saveAndPoll(state: OnFullPage): OnFullPage {
  const { context, choice, returnCode } = state
  const { continued: _, ...session } = context.session
  const followed = { choice, returnCode, session: { ...session, account: context.account } }
  return pollFullPage({ ...state, context: { ...context, resumeState: { followed } } })
}

function pollFullPage(state: OnFullPage): OnFullPage {
  return { ...state, pending: { call: 'pollFullPage' } }
}
