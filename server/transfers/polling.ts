// Polls open transfers until it is stopped. Other loops erase the credentials of ended sign-ins that no transfer needs, delete what has
// expired, and report the master keys of this server.

import { eraseEndedSignIns } from '../accounts/end-sign-in.ts'
import { keyReport, reportEveryMs } from '../keys/server-keys.ts'
import { errorFacts } from '../log/log.ts'
import { rescheduleSkewed } from './lease.ts'
import { pauseUnless } from './pause-unless.ts'
import { pollPool } from './poll-pool.ts'
import { unlessShuttingDown } from './shutdown.ts'
import type { TransferDeps } from './transfer-deps.ts'

const fillingEveryMs = 200
const erasingEveryMs = 1_000
const strandedEveryMs = 60_000
const deletingEveryMs = 60_000

export interface Polling {
  /** Stops claiming transfers and waits for running polls. If the process shuts down first, releases its leases. */
  stop(): Promise<void>
}

export function startPolling(deps: TransferDeps): Polling {
  // The first pass is late if it does not end soon after the start.
  deps.pollMetrics?.passEnded()
  const pool = pollPool(deps)
  const keys = keyReport(deps, deps.newId())
  const stopping = new AbortController()

  async function again(everyMs: number, work: () => Promise<unknown>): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await work()
      } catch (error) {
        deps.log.error(errorFacts(error), 'a pass over pending transfers failed')
      }
      await pauseUnless(stopping.signal, everyMs)
    }
  }

  const running = Promise.all([
    again(fillingEveryMs, async () => {
      await pool.fill()
      deps.pollMetrics?.passEnded()
    }),
    again(strandedEveryMs, () => pool.fillStranded()),
    again(strandedEveryMs, () => rescheduleSkewed(deps)),
    again(erasingEveryMs, () => eraseEndedSignIns(deps)),
    again(deletingEveryMs, async () => deps.deleteExpired?.(stopping.signal)),
    again(reportEveryMs, () => keys.write()),
  ])
  return {
    async stop() {
      stopping.abort()
      // A poll that still hangs may end later. It changes no transfer that another process has changed.
      await unlessShuttingDown(
        deps,
        running.then(() => pool.settled()),
        () => undefined,
      )
      try {
        await pool.release()
      } catch (error) {
        // The leases expire by themselves. The process must not end here: it may still hold the outcome of a send.
        deps.log.error(errorFacts(error), 'leases could not be released')
      }
      await keys.end().catch((error: unknown) => deps.log.error(errorFacts(error), 'the key report could not be ended'))
    },
  }
}
