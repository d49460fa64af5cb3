// Stores the result of polling a wallet transfer: a change of the transfer, or only the time of the next poll.

import { inTransaction } from '../storage/storage.ts'
import type { TransferDeps } from '../transfers/transfer-deps.ts'
import { changeTransfer, type Transfer, type TransferChange } from '../transfers/transfer-store.ts'

export const soonMs = 300

export function soon(deps: TransferDeps): Date {
  return new Date(deps.now().getTime() + soonMs)
}

/** Returns false if another process was faster. */
export async function storeChange(deps: TransferDeps, transfer: Transfer, change: TransferChange): Promise<boolean> {
  const changed = await inTransaction(deps.database, (query) =>
    changeTransfer(query, transfer, { change, now: deps.now() }),
  )
  return changed !== null
}

/** Nothing has changed: schedules the next poll after this time, whatever the default interval. */
export async function pollAgain(deps: TransferDeps, { id, lastEvent }: Transfer, afterMs = 0): Promise<true> {
  const next_poll_at = deps.now().getTime() + afterMs
  const update = deps.database.query.updateTable('transfer').set({ next_poll_at, lease: null, leased_until: null })
  await update.where('id', '=', id).where('last_event', '=', lastEvent).execute()
  return true
}
