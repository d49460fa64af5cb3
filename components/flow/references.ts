// The app's own names in the events about a transfer: the TransactionId of the link, and the user.

import type { FrameMessage } from '../protocol/link-messages.ts'
import type { FlowEvent } from './flow-event.ts'
import type { FlowState } from './flow-state.ts'

export interface References {
  userId: string
  transactionId: string | null
}

/** A transfer of another link has the TransactionId of that link. Null without a session. */
export function referencesOf(event: FlowEvent, to: FlowState, from: FlowState): References | null {
  const session = 'context' in to ? to.context.session : 'context' in from ? from.context.session : null
  if (session === null) return null
  const shown = to.at === 'left' ? from : to
  const transfer = ('transfer' in event && event.transfer) || ('transfer' in shown && shown.transfer) || null
  return { userId: session.userId, transactionId: (transfer ?? session).transactionId }
}

export function withReferences(messages: FrameMessage[], references: References | null): FrameMessage[] {
  if (references === null) return messages
  const { userId, transactionId } = references
  const own = transactionId === null ? {} : { transactionId }
  const published = { userId, ...(transactionId !== null && { clientTransactionId: transactionId }) }
  return messages.map((message) => {
    if (!message.type.startsWith('transfer')) return message
    const added = isPublished(message) ? { ...own, ...published } : own
    if (Object.keys(added).length === 0) return message
    return { ...message, payload: { ...('payload' in message && message.payload), ...added } } as FrameMessage
  })
}

/** Events in which published clients declare the user and `clientTransactionId`. */
function isPublished({ type }: FrameMessage): boolean {
  return type === 'transferPreviewed' || type === 'transferExecuted' || type === 'transferFinished'
}
