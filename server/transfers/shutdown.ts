// A process that ends waits for an exchange only so long; then whoever asked is answered with what is known.

import type { TransferDeps } from './transfer-deps.ts'

/** What `work` brings, or `instead` when the process leaves before. The work itself goes on, for as long as there is time. */
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
