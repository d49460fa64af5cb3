// Crashes at every step of one execute and of its recovery, and at every pair of steps whose first is in the execute: the second
// crash then happens during the recovery from the first.

import type { PlannedFault } from './faults.ts'
import type { Schedule } from './schedule.ts'
import type { RecoveryClass } from './simulated-exchange.ts'

type Scenario = 'happy' | 'with a code' | 'response lost'

export interface CrashRun {
  scenario: Scenario
  class: RecoveryClass
  networkKey: 'base' | 'ethereum'
  /** Numbers of the steps before which the process dies. */
  crashes: number[]
}

/**
 * Polling a payment on the chain takes many steps that do not depend on the execute. Each of these steps is a crash point. Pairs
 * are tried only where the status of the exchange ends the transfer.
 */
export const crashRuns: (CrashRun & { pairs: boolean })[] = [
  { scenario: 'happy', class: 'find', networkKey: 'base', crashes: [], pairs: false },
  { scenario: 'with a code', class: 'match', networkKey: 'base', crashes: [], pairs: false },
  { scenario: 'response lost', class: 'match', networkKey: 'base', crashes: [], pairs: false },
  { scenario: 'happy', class: 'find', networkKey: 'ethereum', crashes: [], pairs: true },
  { scenario: 'with a code', class: 'find', networkKey: 'ethereum', crashes: [], pairs: true },
  { scenario: 'response lost', class: 'find', networkKey: 'ethereum', crashes: [], pairs: true },
  { scenario: 'response lost', class: 'match', networkKey: 'ethereum', crashes: [], pairs: true },
]

const restartMs = 2_000

export function crashSchedule({ scenario, class: recovery, networkKey, crashes }: CrashRun): Schedule {
  const faults: PlannedFault[] = crashes.map((nth) => ({ kind: 'crash before a step', nth, ms: restartMs }))
  if (scenario === 'response lost') faults.push({ kind: 'response lost', nth: 1, ms: 0 })
  return {
    seed: 0,
    class: recovery,
    fenced: true,
    requiresCode: scenario === 'with a code',
    confirmMs: 0,
    processSkewsMs: [0],
    exchangeSkewMs: 0,
    clients: [
      {
        tenant: 0,
        account: 'first',
        networkKey,
        amount: '25',
        address: 0,
        startMs: 0,
        executesMs: [10],
        codes: ['right'],
        retries: 3,
      },
    ],
    intruder: false,
    foreign: 'none',
    faults,
    timed: [],
    fates: ['paid'],
    hiddenMs: [],
    faultsToTheEnd: true,
    watch: null,
    polls: null,
    webhooks: null,
  }
}

/** The steps of a run without crashes: the first and last of its execute, and their number. */
export interface Baseline {
  first: number
  last: number
  all: number
}

export function singleCrashes(run: CrashRun, { first, all }: Baseline): CrashRun[] {
  return range(first, all).map((step) => ({ ...run, crashes: [step] }))
}

/** The second step may be any step until the end of the recovery from the first. */
export function crashPairs(single: CrashRun, stepsOfIt: number): CrashRun[] {
  const [first = 0] = single.crashes
  return range(first + 1, stepsOfIt).map((second) => ({ ...single, crashes: [first, second] }))
}

function range(first: number, last: number): number[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index)
}
