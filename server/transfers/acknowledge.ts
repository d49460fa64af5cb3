// Lets an operator end the flag of a transfer that has ended: its outcome stays, and the operator has corrected the books.

import type { RecordChange } from '../audit/audited.ts'
import { ApiError } from '../contract/errors.ts'
import { changedOne, type Database } from '../storage/storage.ts'
import { requireEvidence } from './evidence.ts'
import { appendEvent } from './timeline.ts'
import { hasEnded } from './transfer-status.ts'
import { lockTransfer, type Transfer, transferById } from './transfer-store.ts'

interface AcknowledgeRequest {
  transferId: string
  /** What was done about it. It is stored in the timeline. */
  evidence: string
  operator: string
}

/**
 * In the transaction of an operator's action. Throws `transferNotFound`; `invalidField` unless the transfer has ended, is flagged, and
 * evidence is given.
 */
export async function acknowledgeTransfer(
  { database: { query }, now }: { database: Database; now(): Date },
  { transferId: id, evidence, operator }: AcknowledgeRequest,
  record: RecordChange,
): Promise<Transfer> {
  await lockTransfer(query, id)
  const transfer = await transferById(query, id)
  if (transfer === undefined) throw new ApiError('transferNotFound')
  const { state, attention, lastEvent } = transfer
  if (!hasEnded(state)) throw unfit(`is ${state}: record its outcome instead`)
  if (attention === null) throw unfit('is not flagged')
  requireEvidence(evidence)
  const at = now()
  const changed = { ...transfer, attention: null, updatedAt: at, lastEvent: lastEvent + 1 }
  const update = query
    .updateTable('transfer')
    .set({ attention: null, updated_at: at.getTime(), last_event: changed.lastEvent })
    .where('id', '=', id)
    .where('last_event', '=', lastEvent)
  if (!changedOne(await update.executeTakeFirstOrThrow())) throw unfit('has changed meanwhile: read it again')
  const detail = { reason: attention, evidence, operator }
  await appendEvent(query, changed, { now: at, kind: 'acknowledgedByOperator', detail })
  // The evidence may name the user. It is in the timeline, from which it can be erased.
  const before = { state, attention }
  record({ action: 'transfer.acknowledge', target: id, before, after: { state, attention: null, operator } })
  return changed
}

function unfit(problem: string): ApiError {
  return new ApiError('invalidField', { field: 'transferId', problem: `names a transfer that ${problem}` })
}
