// Where a reload goes on, beside the session itself: a sign-in under way, or what is to be sent. Never a secret or a code.

import { isSending } from './enter-step.ts'
import type { AmountDraft, EnterCode, FlowState } from './flow-state.ts'
import type { Connection, Integration } from './link-answers.ts'

export interface Place {
  integration?: Integration
  connection?: Connection
  draft?: AmountDraft
}

const keyOf = (linkId: string) => `transfer-link:${linkId}:place`

export function recallPlace(linkId: string): Place {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(linkId)) ?? '{}')
  } catch {
    return {}
  }
}

/** A problem in between changes nothing of it. */
export function keepPlace(state: FlowState) {
  if (!('known' in state) || state.at === 'show-problem') return
  const { known, asking } = state
  // An order that may be on its way is not offered again.
  const isOpen = ('holding' in state || 'choice' in state) && !isSending(asking)
  const { connection, integration } = state as Partial<EnterCode>
  const place = { connection, integration, draft: isOpen ? known.draft : known.place.draft }
  try {
    sessionStorage.setItem(keyOf(known.session.linkId), JSON.stringify(place))
  } catch {
    // Then a reload goes on from the account.
  }
}
