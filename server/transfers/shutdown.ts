// Limits how long a process that shuts down waits for an exchange. Callers then get the result that is known so far.

import { ApiError } from '../contract/errors.ts'
import type { TransferDeps } from './transfer-deps.ts'

/** Returns the result of `work`, or of `instead` if the process shuts down first. The work itself continues while there is time. */
export function unlessShuttingDown<T>(
  { shutdownSignal }: TransferDeps,
  work: Promise<T>,
  instead: () => T,
): Promise<T> {
  if (shutdownSignal === undefined) return work
  return new Promise((resolve, reject) => {
    const leave = () => {
      try {
        resolve(instead())
      } catch (error) {
        reject(error)
      }
    }
    work.then(resolve, reject).finally(() => shutdownSignal.removeEventListener('abort', leave))
    if (shutdownSignal.aborted) leave()
    else shutdownSignal.addEventListener('abort', leave)
  })
}

/** For `unlessShuttingDown`, if nothing was sent yet. */
export function throwShuttingDown(): never {
  throw new ApiError('shuttingDown')
}
