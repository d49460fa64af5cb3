// Applies faults at a planned time, for a duration.

import type { TimedPlan } from './schedule.ts'
import type { SimulatedWorld } from './simulated-world.ts'

/** A process that shuts down finishes the requests that it can, and ends after this time. */
const leavingMs = 1_000

export function planTimed(world: SimulatedWorld, plan: TimedPlan): void {
  world.timedLeft++
  world.scheduler.after(plan.atMs, () => {
    world.timedLeft--
    if (!world.calm && strike(world, plan)) world.note(plan.kind)
  })
}

/** Returns false if the fault has no effect, or only later. */
function strike(world: SimulatedWorld, { kind, ms, process }: TimedPlan): boolean {
  const server = world.server(process)
  switch (kind) {
    case 'exchange outage':
      world.outageUntil = world.scheduler.now + ms
      return true
    case 'mining slow':
      world.chain.delayMs = ms
      return true
    case 'fees changed':
      world.exchange.raiseFees()
      return true
    case 'chain reorganised':
      reorganise(world, ms)
      return false
    case 'clock jumps forward':
    case 'clock jumps back':
      if (server !== null) server.process.skewMs += kind === 'clock jumps back' ? -ms : ms
      return server !== null
    case 'clock jumps far forward':
    case 'clock jumps far back': {
      const isAlone = world.schedule.processSkewsMs.length === 1
      if (isAlone && server !== null) server.process.skewMs += kind === 'clock jumps far back' ? -ms : ms
      return isAlone && server !== null
    }
    case 'server stops in order':
      server?.leave()
      world.scheduler.after(leavingMs, () => server?.process.crash(ms))
      return server !== null
  }
}

// Waits for a payment that is recent enough to be reorganised.
function reorganise(world: SimulatedWorld, ms: number): void {
  if (world.calm || world.ended) return
  if (world.chain.reorganise(world.scheduler.now, ms)) world.note('chain reorganised')
  else world.scheduler.after(2_500, () => reorganise(world, ms))
}
