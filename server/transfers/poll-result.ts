// What one look at a transfer brought.

import { inTransaction } from '../storage/storage.ts'
import { requestAttention } from './attention.ts'
import type { TransferDeps } from './transfer-deps.ts'
import { changeTransfer, type Transfer, type TransferChange } from './transfer-store.ts'

export type PollResult = TransferChange | NeedsReview | null

/** Something no machine can decide: an operator is told of it, and the transfer stays as it is. */
export interface NeedsReview {
  doubt: string
}

/** Answers whether anything was written. */
export async function storePollResult(deps: TransferDeps, transfer: Transfer, finding: PollResult): Promise<boolean> {
  if (finding === null) return false
  if ('doubt' in finding) return requestAttention(deps, transfer, finding.doubt)
  return (await inTransaction(deps.database, (query) => changeTransfer(query, transfer, finding, deps.now()))) !== null
}
