import type { AttentionView } from '../contract/console/transfers.ts'
import type { TransferEvent } from '../transfers/timeline.ts'
import type { Transfer } from '../transfers/transfer-store.ts'
import { wordsOfAttention } from './attention-words.ts'
import { boundedText } from './bounded-text.ts'

/** Null if the transfer needs no operator. */
export function attentionView(
  { attention, updatedAt }: Pick<Transfer, 'attention' | 'updatedAt'>,
  events: readonly TransferEvent[],
): AttentionView | null {
  if (attention === null) return null
  const flagged = events.findLast(({ detail }) => detail.reason === attention)
  const since = (flagged?.at ?? updatedAt).toISOString()
  return { reason: boundedText(attention, 300), since, ...wordsOfAttention(attention) }
}

/** Events that state what the chain shows. */
const chainKinds: ReadonlySet<string> = new Set([
  ...[
    'sent',
    'confirming',
    'reorganised',
    'replaced',
    'succeeded',
    'dropped',
    'seenAgain',
    'reverted',
    'replacedByOther',
  ],
  ...['notThis', 'unclear', 'watchEnded', 'expired'],
])

export function lastOnChain(events: readonly TransferEvent[]): TransferEvent | undefined {
  return events.findLast(({ kind }) => chainKinds.has(kind))
}
