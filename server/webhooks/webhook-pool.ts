// Serves the endpoints that have due deliveries, several at once.

import { errorFacts } from '../log/log.ts'
import { type EndpointLease, leaseEndpoints } from './endpoint-lease.ts'
import { requestSlots } from './request-slots.ts'
import { serveEndpoint, type TurnSettings } from './serve-endpoint.ts'
import type { WebhookDeps } from './webhook-deps.ts'

const mostTurns = 64
const mostRequests = 64
const mostRequestsOfClient = 16

export interface WebhookPool {
  /** Leases endpoints with due deliveries while there is room, and starts their turns. Returns their number. */
  fill(): Promise<number>
  /** When a running turn has ended. Never, without one. */
  turnEnded(): Promise<void>
  settled(): Promise<void>
}

interface PoolSettings extends Omit<TurnSettings, 'slots'> {
  turnsAtOnce?: number
}

export function webhookPool(
  deps: WebhookDeps,
  { stopping, shutdown, turnsAtOnce = mostTurns }: PoolSettings,
): WebhookPool {
  const turns = new Set<Promise<void>>()
  const slots = requestSlots({ count: mostRequests, perClient: mostRequestsOfClient })

  function start(leased: EndpointLease): void {
    const turn = serveEndpoint(deps, leased, { slots, stopping, shutdown })
      .catch((error) =>
        deps.log.error({ endpointId: leased.endpoint.id, ...errorFacts(error) }, 'webhooks could not be sent'),
      )
      .finally(() => turns.delete(turn))
    turns.add(turn)
  }

  return {
    async fill() {
      if (turns.size >= turnsAtOnce) return 0
      const leased = await leaseEndpoints(deps, { lease: deps.newId(), count: turnsAtOnce - turns.size })
      for (const each of leased) start(each)
      return leased.length
    },
    async turnEnded() {
      await (turns.size === 0 ? new Promise<void>(() => {}) : Promise.race(turns))
    },
    async settled() {
      await Promise.all(turns)
    },
  }
}
