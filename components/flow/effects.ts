// Turns a state's request into a call to the server, and the response into an event. Each request object makes one call.

import { callTraits } from './call-traits.ts'
import type { CallDeps, Calls } from './call-types.ts'
import { calls as flowCalls } from './calls.ts'
import type { FlowEvent } from './flow-event.ts'
import type { FlowRequest } from './flow-request.ts'
import type { FlowState } from './flow-state.ts'
import { LinkRefusal } from './link-api.ts'
import type { Problem } from './link-responses.ts'

export interface EffectDeps extends CallDeps {
  /** Reports whether the server can be reached, when that changes. */
  showOffline: (offline: boolean) => void
  /** Tests pass their own. */
  calls?: Calls
}

const lostConnection: Problem = {
  errorType: 'offline',
  message: 'The connection was lost. Check it and try again.',
  httpStatus: 0,
}

/** Returns a function to be called with every new state. */
export function createEffects(deps: EffectDeps): (state: FlowState) => void {
  let pending: FlowRequest | null = null
  let stop = new AbortController()
  return (state) => {
    if (state.pending === pending) return
    pending = state.pending
    stop.abort()
    stop = new AbortController()
    if (pending !== null) perform(pending, deps, stop.signal)
  }
}

async function perform(request: FlowRequest, deps: EffectDeps, signal: AbortSignal) {
  const { dispatch, now, wait, calls = flowCalls } = deps
  const make = calls[request.call] as (request: FlowRequest, deps: CallDeps, signal: AbortSignal) => Promise<FlowEvent>
  const attempt = () => make(request, deps, signal)
  const startedAtMs = now()
  const { polled, repeatable } = callTraits[request.call]
  try {
    do {
      if (polled) await wait(pollDelay(request, now() - startedAtMs), signal)
      if (signal.aborted) return
      const event = await (repeatable ? retryUntilAnswered(attempt, deps, signal) : attempt())
      if (!signal.aborted) dispatch(event)
    } while (polled)
  } catch (error) {
    if (signal.aborted) return
    dispatch({ type: 'callFailed', problem: error instanceof LinkRefusal ? error.problem : lostConnection })
  }
}

/** How long to wait before the next poll: for a confirmation elsewhere, or for the progress of a transfer. */
function pollDelay({ call }: FlowRequest, elapsedMs: number): number {
  if (call !== 'pollTransfer') return 2500
  return elapsedMs < 60_000 ? 1000 : Math.min(3000, elapsedMs / 60)
}

/** Repeats a call until a response arrives. An error response counts, except for 429. */
async function retryUntilAnswered<T>(attempt: () => Promise<T>, deps: EffectDeps, signal: AbortSignal): Promise<T> {
  for (let failures = 0; ; failures++) {
    try {
      const result = await attempt()
      deps.showOffline(false)
      return result
    } catch (error) {
      const isRefusal = error instanceof LinkRefusal
      if ((isRefusal && error.problem.httpStatus !== 429) || signal.aborted) {
        deps.showOffline(false)
        throw error
      }
      if (!isRefusal && failures > 0) deps.showOffline(true)
      await deps.wait(Math.min(8000, 500 * 2 ** failures), signal)
      if (signal.aborted) throw error
    }
  }
}
