// The lanes of polling: one for each exchange, and one for each network, for transfers whose outcome its chain shows. The transfers of
// a lane share its slots and its rate. A lane never waits for another.

import { sql } from 'kysely'
import type { Exchange } from '../exchanges/exchange.ts'
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
}

/** The longest time that a call for a poll waits for its response. */
const callSeconds = 15
const fewestSlots = 16
export const mostSlots = 500
const nodeLimit: LimitPolicy = { quota: 20, windowSeconds: 1 }

export function pollLanes(deps: TransferDeps): PollLane[] {
  const exchanges = deps.exchanges.all.filter(({ type }) => !isSelfCustody(type))
  const shortestLeaseMs = Math.min(defaultLeaseMs, ...exchanges.map(({ recovery }) => recovery.leaseMs))
  return [
    ...exchanges.map((exchange) =>
      laneOf(deps, exchange.type, { exchange, leaseMs: exchange.recovery.leaseMs, limit: pollLimitOf(exchange) }),
    ),
    ...deps.networks.all.map(({ key }) =>
      laneOf(deps, `chain:${key}`, { exchange: null, leaseMs: shortestLeaseMs, limit: nodeLimit }),
    ),
  ]
}

function laneOf(
  _deps: TransferDeps,
  name: string,
  { exchange, leaseMs, limit }: Pick<PollLane, 'exchange' | 'leaseMs' | 'limit'>,
): PollLane {
  const started = Math.ceil((limit.quota / limit.windowSeconds) * callSeconds)
  const slots = Math.min(mostSlots, Math.max(fewestSlots, started))
  return { name, slots, leaseMs, limit, bucket: `poll:${name}`, exchange }
}

function pollLimitOf({ pollsPerSecond }: Exchange): LimitPolicy {
  return { quota: pollsPerSecond, windowSeconds: 1 }
}
