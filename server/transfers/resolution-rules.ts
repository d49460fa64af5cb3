// Which outcomes an operator may record for a transfer, and from when.

import { isSelfCustody } from '../exchanges/registry.ts'
import { type Attempt, attemptsOf } from './attempts.ts'
import type { Resolution, ResolveDeps } from './resolution.ts'
import { operatorMayMove, type TransferState } from './transfer-status.ts'
import type { Transfer } from './transfer-store.ts'

export const stateAfter = {
  sent: 'Submitted',
  notSent: 'NotSent',
  succeeded: 'Succeeded',
  returned: 'Returned',
} as const satisfies Record<Resolution['kind'], TransferState>

export const resolutionKinds = ['sent', 'notSent', 'succeeded', 'returned'] as const satisfies Resolution['kind'][]

/** How long a request may still take effect if the exchange has no fence or is not installed. */
const unfencedMs = 86_400_000
/** How long a polled transfer is reserved for the server, unless the server has requested an operator. */
const polledMs = 86_400_000

/** Why an outcome cannot be recorded now. */
export interface Obstacle {
  /** The end of a sentence about the transfer. */
  problem: string
  /** When it ends. Null if it does not. */
  until: Date | null
}

export interface ResolutionOption {
  kind: Resolution['kind']
  /** Null if the outcome can be recorded now. */
  obstacle: Obstacle | null
}

/** The outcomes that fit the state of the transfer, now or later. */
export async function resolutionOptions(deps: ResolveDeps, transfer: Transfer): Promise<ResolutionOption[]> {
  const fitting = resolutionKinds.filter((kind) => operatorMayMove(transfer.state, stateAfter[kind]))
  return Promise.all(fitting.map(async (kind) => ({ kind, obstacle: await obstacleTo(deps, transfer, kind) })))
}

export async function obstacleTo(
  deps: ResolveDeps,
  transfer: Transfer,
  kind: Resolution['kind'],
): Promise<Obstacle | null> {
  const { state } = transfer
  if (!operatorMayMove(state, stateAfter[kind]))
    return { problem: `is ${state}, so it cannot be recorded as ${kind}`, until: null }
  const hasFailed = kind === 'notSent' || kind === 'returned'
  const isPolled = state !== 'Submitting' && state !== 'Unknown' && state !== 'RequiresAction'
  const reserved = isPolled ? whilePolled(deps, transfer) : null
  if (reserved !== null) return reserved
  if (isSelfCustody(transfer.exchangeType)) {
    return hasFailed ? whileOpen(deps, { from: transfer.createdAt, ms: unfencedMs, where: 'network' }) : null
  }
  if (isPolled) return null
  const last = (await attemptsOf(deps.database.query, transfer.id)).at(-1)
  if (hasFailed) return whileOpen(deps, { from: requestOver(last), ms: fenceOf(deps, transfer), where: 'exchange' })
  return state === 'Submitting' ? whileOpen(deps, { from: requestOver(last), ms: 0, where: 'exchange' }) : null
}

function whilePolled(deps: ResolveDeps, { attention, createdAt }: Transfer): Obstacle | null {
  const until = new Date(createdAt.getTime() + polledMs)
  if (attention !== null || deps.now() > until) return null
  return { problem: `is polled and needs no operator, until ${until.toISOString()}`, until }
}

/** While the exchange, or the user's wallet, may still send. */
function whileOpen(
  deps: ResolveDeps,
  { from, ms, where }: { from: Date; ms: number; where: 'network' | 'exchange' },
): Obstacle | null {
  const until = new Date(from.getTime() + ms)
  if (deps.now() > until) return null
  return { problem: `has a request that may still reach the ${where}, until ${until.toISOString()}`, until }
}

function requestOver(last: Attempt | undefined): Date {
  return last?.validUntil ?? new Date(0)
}

function fenceOf(deps: ResolveDeps, { exchangeType }: Transfer): number {
  return deps.exchanges.byType(exchangeType)?.recovery.fenceMs ?? unfencedMs
}
