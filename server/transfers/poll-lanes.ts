// The lanes of polling: one for each exchange, and one for each network, for transfers whose outcome its chain shows. The transfers of
// a lane share its slots and its rate. A lane never waits for another.

import { sql } from 'kysely'
import type { Exchange } from '../exchanges/exchange.ts'
import { defaultNodePolls } from '../exchanges/limit-settings.ts'
import { defaultLeaseMs } from '../exchanges/recovery-policy.ts'
import { isSelfCustody } from '../exchanges/registry.ts'
import type { LimitPolicy } from '../limits/bucket.ts'
import type { TransferDeps } from './transfer-deps.ts'

/** The lane of a row. The index `transfer_lane` has the same expression. */
export const laneOfRow = sql<string>`case when state = 'Confirming' or exchange_type = 'DeFiWallet'
  then 'chain:' || network_key else exchange_type end`

export interface PollLane {
  name: string
  /** How many polls may be in flight at once: as many as start at the lane's rate while one call hangs. */
  slots: number
  /** How long one poll locks a transfer for other processes. */
  leaseMs: number
  /** The rate of polls. Processes with the same source address share it. */
  limit: LimitPolicy
  bucket: string
  /** Null for the lane of a network. */
  exchange: Exchange | null
  /** Whether every poll requests the exchange with a key: also those of a network without a node. */
  usesKey: boolean
}

/** The longest time that a call for a poll waits for its response. */
const callSeconds = 15
const fewestSlots = 16
export const mostSlots = 500

type LaneDeps = Pick<TransferDeps, 'exchanges' | 'networks' | 'chains' | 'nodePollLimits' | 'sourceAddress'>

export function pollLanes(deps: LaneDeps): PollLane[] {
  const exchanges = deps.exchanges.all.filter(({ type }) => !isSelfCustody(type))
  const shortestLeaseMs = Math.min(defaultLeaseMs, ...exchanges.map(({ recovery }) => recovery.leaseMs))
  return [
    ...exchanges.map((exchange) =>
      laneOf(deps, exchange.type, {
        exchange,
        usesKey: true,
        leaseMs: exchange.recovery.leaseMs,
        limit: shareOfPolls(exchange),
      }),
    ),
    ...deps.networks.all.map(({ key }) => {
      const limit = deps.nodePollLimits?.get(key) ?? defaultNodePolls
      const usesKey = !deps.chains.has(key)
      return laneOf(deps, `chain:${key}`, { exchange: null, usesKey, leaseMs: shortestLeaseMs, limit })
    }),
  ]
}

function laneOf(
  { sourceAddress }: LaneDeps,
  name: string,
  lane: Pick<PollLane, 'exchange' | 'usesKey' | 'leaseMs' | 'limit'>,
): PollLane {
  const startedMeanwhile = Math.ceil((lane.limit.quota / lane.limit.windowSeconds) * callSeconds)
  const slots = Math.min(mostSlots, Math.max(fewestSlots, startedMeanwhile))
  const bucket = ['poll', name, ...(sourceAddress ? [sourceAddress] : [])].join(':')
  return { ...lane, name, slots, bucket }
}

/** Half of what the exchange allows our address. The other half is for the requests of users. */
function shareOfPolls({ limits: { address } }: Exchange): LimitPolicy {
  return { quota: Math.max(1, Math.floor(address.quota / 2)), windowSeconds: address.windowSeconds }
}
