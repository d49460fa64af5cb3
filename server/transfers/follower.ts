// Runs the follower pass after pass, at start and from then on, until it is stopped. Between passes it erases the credentials
// of ended sign-ins that no transfer needs any more.

import { eraseEndedSignIns } from '../accounts/end-sign-in.ts'
import { errorFacts } from '../log/log.ts'
import { followTransfers } from './follow.ts'
import { exchangePace } from './pace.ts'
import type { TransferDeps } from './transfer-deps.ts'

const idleMs = 150
const erasingEveryMs = 1_000

export interface Follower {
  /** Claims nothing more and waits for what runs. */
  stop(): Promise<void>
}

export function startFollower(deps: TransferDeps): Follower {
  const pace = exchangePace(deps.now)
  let stopped = false
  let erasedAt = 0
  let wake = () => {}
  const running = (async () => {
    while (!stopped) {
      try {
        await followTransfers(deps, pace)
        // Real time: what the machine does in passing, no rule of the engine.
        if (performance.now() - erasedAt > erasingEveryMs) {
          await eraseEndedSignIns(deps)
          erasedAt = performance.now()
        }
      } catch (error) {
        deps.log.error(errorFacts(error), 'a pass over pending transfers failed')
      }
      if (!stopped) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, idleMs)
          wake = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      }
    }
  })()
  return {
    async stop() {
      stopped = true
      wake()
      await running
    },
  }
}
