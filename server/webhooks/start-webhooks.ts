// Sends webhooks until it is stopped. An idle process runs one small query a second.

import { errorFacts } from '../log/log.ts'
import { pauseUnless } from '../transfers/pause-unless.ts'
import { repairTimes } from './repair-times.ts'
import type { WebhookDeps } from './webhook-deps.ts'
import { webhookPool } from './webhook-pool.ts'

const idleMs = 1_000
const repairEveryMs = 60_000

export interface Webhooks {
  /** Begins no further request, and waits for those that run. If the process shuts down first, their leases expire. */
  stop(): Promise<void>
}

/** `shutdown` is aborted when the process no longer waits for requests. */
export function startWebhooks(deps: WebhookDeps, shutdown: AbortSignal): Webhooks {
  const stopping = new AbortController()
  const pool = webhookPool(deps, { stopping: stopping.signal, shutdown })

  async function serve(): Promise<void> {
    let repairedAt = Number.NEGATIVE_INFINITY
    while (!stopping.signal.aborted) {
      let started = 0
      try {
        const now = deps.now().getTime()
        // The clock may have been set back.
        if (Math.abs(now - repairedAt) >= repairEveryMs) {
          await repairTimes(deps.database.query, now)
          repairedAt = now
        }
        started = await pool.fill()
      } catch (error) {
        deps.log.error(errorFacts(error), 'due webhooks could not be read')
      }
      // An endpoint whose turn has ended may have more.
      if (started === 0) await Promise.race([pauseUnless(stopping.signal, idleMs), pool.turnEnded()])
    }
  }

  const serving = serve()
  return {
    async stop() {
      stopping.abort()
      const ended = serving.then(() => pool.settled())
      await Promise.race([ended, aborted(shutdown)])
    },
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
