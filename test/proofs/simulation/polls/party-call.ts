// One call to an exchange or a node: how long it takes, and how it fails.

import { ExchangeFailure, type FailureKind } from '../../../../server/exchanges/exchange-failure.ts'
import type { SimulatedProcess } from '../simulated-process.ts'
import type { CrowdTransfer } from './crowd.ts'
import type { LookupFailure, PolledExchange, PolledNetwork, PollPlan } from './poll-plan.ts'

const callTimeoutMs = 15_000

export interface CalledWorld {
  plan: PollPlan
  calm: boolean
  /** A number that depends on the seed, the next one at each call. */
  draw(): number
  note(kind: string): void
  /** A call begins. Returns what to run when it ends. */
  called(
    process: SimulatedProcess,
    call: Pick<PartyCall<unknown>, 'lane' | 'key' | 'transfer'>,
  ): (result: { isAnswered: boolean }) => void
  /** A transfer is requested, or its row of a listing is read. */
  lookedUp(transferId: string): void
  /** A transfer is requested of an exchange or a node that responds to this key. */
  requested(process: SimulatedProcess, transferId: string): void
}

interface PartyCall<T> {
  party: PolledExchange | PolledNetwork
  /** The lane whose poll makes the call. */
  lane: string
  /** Null for a call to a node. */
  key: string | null
  /** Null for a listing. */
  transfer: CrowdTransfer | null
  effect(): T
}

type CallFailure = LookupFailure | 'hangs' | 'rateLimited' | 'outage'

const kinds: Record<CallFailure, FailureKind> = {
  ...{ hangs: 'timeout', timeout: 'timeout', unreachable: 'unreachable', outage: 'unreachable' },
  ...{ rateLimited: 'rateLimited', unavailable: 'unavailable' },
}

export async function partyCall<T>(process: SimulatedProcess, world: CalledWorld, call: PartyCall<T>): Promise<T> {
  const drawn = world.draw()
  const { party, lane, key, transfer, effect } = call
  const failure = world.calm ? null : failureOf(process, world, { call, drawn })
  if (failure !== null) world.note(noteOf(failure, key))
  // A transfer in the lane of a network is looked up at the node.
  if (transfer !== null && lane.endsWith(party)) {
    world.lookedUp(transfer.id)
    if (failure !== 'outage' && failure !== 'rateLimited') world.requested(process, transfer.id)
  }
  const ended = world.called(process, call)
  const isSlow = failure === 'hangs' || failure === 'timeout'
  try {
    return await process.step(isSlow ? callTimeoutMs : 20 + ((drawn >>> 10) & 63), () => {
      if (failure === null) return effect()
      throw key === null ? new Error('the node does not respond') : new ExchangeFailure(kinds[failure])
    })
  } finally {
    ended({ isAnswered: failure === null || failure === 'unavailable' })
  }
}

function failureOf(
  process: SimulatedProcess,
  { plan }: CalledWorld,
  { call: { party, key, transfer }, drawn }: { call: PartyCall<unknown>; drawn: number },
): CallFailure | null {
  const { now } = process.world.scheduler
  const isWithin = (period: { fromMs: number; ms: number; lane: string } | null) =>
    period?.lane === party && now >= period.fromMs && now < period.fromMs + period.ms
  if (isWithin(plan.hangingNode) || (drawn & 1023) / 1024 < plan.hangs) return 'hangs'
  if (isWithin(plan.outage)) return 'outage'
  if (key === null) return null
  if (plan.isKeyLimited && !key.includes('-own-')) return 'rateLimited'
  return transfer?.failure ?? null
}

function noteOf(failure: CallFailure, key: string | null): string {
  if (failure === 'hangs') return key === null ? 'poll of a node hangs' : 'poll hangs'
  if (failure === 'outage') return 'poll of an exchange that is unreachable'
  return failure === 'rateLimited' ? 'poll with a key over its limit' : 'look-up of a transfer that keeps failing'
}
