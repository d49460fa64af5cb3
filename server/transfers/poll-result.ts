// The result of polling a transfer once.

import type { Withdrawal } from '../exchanges/withdrawal.ts'
import { inTransaction } from '../storage/storage.ts'
import { requestAttention } from './attention.ts'
import type { TransferDeps } from './transfer-deps.ts'
import { changeTransfer, type Transfer, type TransferChange } from './transfer-store.ts'

export type PollResult = TransferChange | NeedsAttention | null

/** The server cannot decide the outcome. An operator is required, and the transfer stays unchanged. */
interface NeedsAttention {
  attentionReason: string
  /** The withdrawals that the exchange has shown, if they are the reason. */
  found?: readonly Withdrawal[]
}

/** Returns whether anything was stored. */
export async function storePollResult(deps: TransferDeps, transfer: Transfer, result: PollResult): Promise<boolean> {
  if (result === null) return false
  if ('attentionReason' in result)
    return requestAttention(deps, transfer, { reason: result.attentionReason, found: result.found })
  return (
    (await inTransaction(deps.database, (query) =>
      changeTransfer(query, transfer, { change: result, now: deps.now() }),
    )) !== null
  )
}
