// The state from which a reload resumes, besides the session: a pending sign-in, the chosen transfer, or the followed full page. The
// only secret in it is the return code, which moves the link back from that page. The session token beside it allows as much.

import { formatExact } from '../texts/format.ts'
import { readAmount } from '../texts/read-amount.ts'
import type { AmountDraft, ResumeState } from './flow-context.ts'
import type { FlowState, OpenState } from './flow-state.ts'

const resumeKey = (linkId: string) => `transfer-link:${linkId}:place`

export function loadResumeState(linkId: string): ResumeState {
  try {
    const { draft, ...rest } = JSON.parse(sessionStorage.getItem(resumeKey(linkId)) ?? '{}')
    return draft === undefined ? rest : { ...rest, draft: formattedDraft(draft) }
  } catch {
    return {}
  }
}

/** A problem screen does not change the state to resume from. */
export function saveResumeState(state: FlowState) {
  if (!('context' in state) || state.at === 'show-problem') return
  const { context, pending } = state
  // The response may have been lost, by the reload itself for one.
  const isLost = 'problem' in state && state.problem?.errorType === 'offline'
  const { connection, choice, quote, ...own }: ResumeState = state as OpenState & ResumeState
  // The choice between the accounts of a sign-in requires their tokens again.
  const isPicking = state.at === 'pick-account'
  const integration = isPicking ? (context.integration ?? undefined) : own.integration
  const resumeState: ResumeState =
    pending !== null && 'previewId' in pending
      ? // An order that was given may be on its way: a reload repeats it, with the same previewId.
        { choice, quote }
      : {
          ...context.resumeState,
          connection,
          integration: connection || pending || isLost || isPicking ? integration : undefined,
          ...(('holding' in state || choice) && { draft: plainDraft(context.draft) }),
        }
  try {
    sessionStorage.setItem(resumeKey(context.session.linkId), JSON.stringify(resumeState))
  } catch {
    // Then a reload resumes from the account.
  }
}

/** The page may be loaded again in another locale, which reads the text differently. */
function plainDraft(draft: AmountDraft | null): AmountDraft | null {
  return draft && { ...draft, typed: readAmount(draft.typed) ?? '' }
}

function formattedDraft(draft: AmountDraft | null): AmountDraft | null {
  return draft && { ...draft, typed: draft.typed && formatExact(draft.typed) }
}

/** Removes the state of a session that has ended from the tab. */
export function clearResumeState(linkId: string) {
  try {
    sessionStorage.removeItem(resumeKey(linkId))
  } catch {
    // Without storage there is nothing to remove.
  }
}
