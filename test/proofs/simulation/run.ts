// The simulation as one call: seeds, crash points and the result. `--quick` of the command and a part of `npm test` run smaller shares.

import { availableParallelism } from 'node:os'
import { neverMet, printCoverage } from './coverage.ts'
import { type Baseline, type CrashRun, crashPairs, crashRuns, crashSchedule, singleCrashes } from './crash-points.ts'
import { addStretch, type Found, runSchedule, type Stretch, type Work } from './run-seeds.ts'
import { drawSchedule } from './schedule.ts'
import { describe, shrink } from './shrink.ts'
import type { RecoveryClass } from './simulated-exchange.ts'
import { runInWorkers } from './workers.ts'

interface SimulationOptions {
  seeds: number
  firstSeed: number
  only: RecoveryClass | null
  crashes: 'none' | 'single' | 'pairs'
  print(line: string): void
}

const chunk = 200
const mostFound = 5
/** With at least so many seeds, every row of the coverage must be met. */
const enoughSeeds = 5_000
const yearMs = 365.25 * 86_400_000
const threads = Math.min(availableParallelism(), 8)

/** Returns whether every invariant held. */
export async function runSimulation(options: SimulationOptions): Promise<boolean> {
  const { print } = options
  const crashesHold = options.crashes === 'none' ? true : await runCrashPoints(options.crashes === 'pairs', print)
  const seedsHold = options.seeds > 0 ? await runSeeds(options) : true
  return crashesHold && seedsHold
}

async function runSeeds({ seeds, firstSeed, only, print }: SimulationOptions): Promise<boolean> {
  const startedAt = performance.now()
  const sum = emptyStretch()
  let next = firstSeed
  const end = firstSeed + seeds
  let printed = 0
  const nextWork = (): Work | undefined => {
    if (next >= end || sum.found.length >= mostFound) return undefined
    const first = next
    next = Math.min(end, first + chunk)
    return { kind: 'seeds', first, count: next - first, only, untilFound: false }
  }
  await runInWorkers(threads, nextWork, ({ stretch }) => {
    addStretch(sum, stretch)
    const tenth = Math.floor((sum.runs * 10) / seeds)
    if (tenth > printed) {
      printed = tenth
      print(`${sum.runs} schedules, ${Math.round((performance.now() - startedAt) / 1000)} s`)
    }
  })
  printCoverage(sum.counts, print)
  const seconds = (performance.now() - startedAt) / 1000
  print('')
  print(`${(sum.virtualMs / yearMs).toFixed(2)} years of virtual time, ${sum.steps} steps`)
  print(`${seconds.toFixed(1)} s, ${Math.round(sum.runs / seconds)} schedules a second on ${threads} threads`)
  const missed = neverMet(sum.counts)
  const judged = only === null && seeds >= enoughSeeds
  if (missed.length > 0) print(`Never met${judged ? '' : ' (too few seeds to count)'}: ${missed.join(', ')}`)
  if (sum.found.length > 0) {
    await reportViolations(sum.found, only, print)
    return false
  }
  print(
    `${sum.runs} schedules from seed ${firstSeed}: every invariant held${judged && missed.length > 0 ? ', but not everything was met' : ''}.`,
  )
  return !judged || missed.length === 0
}

async function reportViolations(
  found: Found[],
  only: RecoveryClass | null,
  print: (line: string) => void,
): Promise<void> {
  const [first] = found.toSorted((one, other) => one.seed - other.seed)
  if (first === undefined) return
  print(`\nViolations: ${found.map(({ seed, message }) => `\n  seed ${seed}: ${message}`).join('')}`)
  print(`\nSeed ${first.seed}, shrunk:`)
  print(describe(await shrink(drawSchedule(first.seed, only), first.invariant)))
  print(`\n${first.invariant} broke. Again: npm run sim -- --seeds 1 --seed ${first.seed}`)
}

async function runCrashPoints(withPairs: boolean, print: (line: string) => void): Promise<boolean> {
  const startedAt = performance.now()
  const sum = emptyStretch()
  const singles: CrashRun[] = []
  const pairs: CrashRun[] = []
  for (const { pairs: hasPairs, ...plain } of crashRuns) {
    const baseline = await baselineOf(plain)
    for (const single of singleCrashes(plain, baseline)) {
      singles.push(single)
      const [step = 0] = single.crashes
      if (!withPairs || !hasPairs || step > baseline.last) continue
      const alone = await runSchedule(crashSchedule(single))
      pairs.push(...crashPairs(single, alone.engineSteps))
    }
  }
  const runs = [...singles, ...pairs]
  let next = 0
  const nextWork = (): Work | undefined => {
    if (next >= runs.length) return undefined
    next += chunk
    return { kind: 'crashes', runs: runs.slice(next - chunk, next) }
  }
  await runInWorkers(threads, nextWork, ({ stretch }) => addStretch(sum, stretch))
  const seconds = (performance.now() - startedAt) / 1000
  const held = sum.found.length === 0
  for (const { message } of sum.found.slice(0, mostFound)) print(`  ${message}`)
  const what = `${singles.length} crash points and ${pairs.length} pairs of them, ${seconds.toFixed(1)} s`
  print(`${what}: ${held ? 'every run ended consistent' : `${sum.found.length} runs broke an invariant`}.`)
  return held
}

async function baselineOf(run: CrashRun): Promise<Baseline> {
  const { executeSteps, engineSteps, violation } = await runSchedule(crashSchedule(run))
  if (violation !== null) throw violation
  if (executeSteps === null) throw new Error('the run without crashes executed nothing')
  return { ...executeSteps, all: engineSteps }
}

function emptyStretch(): Stretch {
  return { runs: 0, virtualMs: 0, steps: 0, counts: new Map(), found: [] }
}
