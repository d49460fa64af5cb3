// The result of polling a transfer once.

import { inTransaction } from '../storage/storage.ts'
import { requestAttention } from './attention.ts'
import type { TransferDeps } from './transfer-deps.ts'
import { changeTransfer, type Transfer, type TransferChange } from './transfer-store.ts'

export type PollResult = TransferChange | NeedsReview | null

/** The server cannot decide the outcome. An operator is required, and the transfer stays unchanged. */
export interface NeedsReview {
  doubt: string
}

/** Returns whether anything was stored. */
export async function storePollResult(deps: TransferDeps, transfer: Transfer, finding: PollResult): Promise<boolean> {
  if (finding === null) return false
  if ('doubt' in finding) return requestAttention(deps, transfer, finding.doubt)
  return (
    (await inTransaction(deps.database, (query) =>
      changeTransfer(query, transfer, { change: finding, now: deps.now() }),
    )) !== null
  )
}
