// An operator ends a transfer whose outcome no machine could prove, with evidence that stays in the timeline.

import { ApiError } from '../contract/errors.ts'
import { inTransaction } from '../storage/storage.ts'
import type { TransferDeps } from './transfer-deps.ts'
import { changeTransfer, type Transfer, type TransferChange, transferById } from './transfer-store.ts'

export type Resolution =
  /** The exchange did make the withdrawal: it is followed from here on. */
  | { kind: 'sent'; withdrawalId: string }
  /** It did not, and no longer can. */
  | { kind: 'notSent' }

export interface ResolveRequest {
  transferId: string
  resolution: Resolution
  /** What was seen, where, by whom. */
  evidence: string
  operator: string
}

/** Throws `transferNotFound`; `invalidField` unless the outcome is unknown and evidence is given. */
export async function resolveTransfer(
  deps: Pick<TransferDeps, 'database' | 'now'>,
  { transferId, resolution, evidence, operator }: ResolveRequest,
): Promise<Transfer> {
  const transfer = await transferById(deps.database.query, transferId)
  if (transfer === undefined) throw new ApiError('transferNotFound')
  if (transfer.state !== 'Unknown') {
    throw new ApiError('invalidField', {
      field: 'transferId',
      problem: `names a transfer that is ${transfer.state}, not Unknown`,
    })
  }
  if (evidence.trim().length < 10) {
    throw new ApiError('invalidField', {
      field: 'evidence',
      problem: 'must say in a sentence what was seen, and where',
    })
  }
  const event = { kind: 'resolvedByOperator', detail: { resolution: resolution.kind, evidence, operator } }
  const change: TransferChange =
    resolution.kind === 'sent'
      ? { state: 'Submitted', withdrawalId: resolution.withdrawalId, attention: null, lookAt: deps.now(), event }
      : { state: 'NotSent', errorType: 'transferNotSent', attention: null, lookAt: null, event }
  const changed = await inTransaction(deps.database, (query) => changeTransfer(query, transfer, change, deps.now()))
  if (changed === null)
    throw new ApiError('invalidField', { field: 'transferId', problem: 'changed meanwhile: look at it again' })
  return changed
}
