// Stores the exchange's response to a send. Only this process has the response, so it retries until the response is stored or the
// process ends.

import { ApiError } from '../contract/errors.ts'
import { isUniqueViolation } from '../storage/storage.ts'
import type { TransferDeps } from './transfer-deps.ts'

const firstPauseMs = 50
const longestPauseMs = 2_000
/** After this many attempts the caller stops waiting. */
const triesWaitedFor = 6
const waitedForMs = 5_000

/** The only facts of an outcome that may be logged. */
interface OutcomeFacts {
  transferId: string
  outcome: string
  withdrawalId: string | null
}

/**
 * Resolves with the result of `write`, or with `pending` if the storage takes too long; the write then continues. Rejects with the
 * ApiError of a write that was done.
 */
export function writeOutcome<T>(
  deps: TransferDeps,
  facts: OutcomeFacts,
  { write, pending }: { write: () => Promise<T>; pending: T },
): Promise<T> {
  return new Promise((resolve, reject) => {
    const written = writeUntilStored(deps, facts, { write, isLate: () => resolve(pending) })
    deps.pendingWrites?.add(written)
    written.then((result) => resolve(result ?? pending), reject)
  })
}

async function writeUntilStored<T>(
  deps: TransferDeps,
  facts: OutcomeFacts,
  { write, isLate }: { write: () => Promise<T>; isLate: () => void },
): Promise<T | null> {
  const startedAt = deps.now().getTime()
  for (let tries = 1; ; tries++) {
    try {
      return await write()
    } catch (error) {
      if (error instanceof ApiError) throw error
      if (tries === 1) deps.log.error({ ...facts }, 'the outcome of a withdrawal could not be written')
      // The id belongs to another transfer: no further try can store it, and the poll finds out what happened.
      if (isUniqueViolation(error)) return null
    }
    if (tries === triesWaitedFor || deps.now().getTime() - startedAt >= waitedForMs) isLate()
    await deps.pause(Math.min(firstPauseMs * 2 ** Math.min(tries - 1, 10), longestPauseMs))
  }
}
