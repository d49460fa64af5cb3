// A process that ends waits for an exchange only so long; then whoever asked is answered with what is known.

import type { TransferDeps } from './transfer-deps.ts'

/** What `work` brings, or `instead` when the process leaves before. The work itself goes on, for as long as there is time. */
export function unlessLeaving<T>({ leaving }: TransferDeps, work: Promise<T>, instead: () => T): Promise<T> {
  if (leaving === undefined) return work
  return new Promise((resolve, reject) => {
    const leave = () => {
      try {
        resolve(instead())
      } catch (error) {
        reject(error)
      }
    }
    work.then(resolve, reject).finally(() => leaving.removeEventListener('abort', leave))
    if (leaving.aborted) leave()
    else leaving.addEventListener('abort', leave)
  })
}
