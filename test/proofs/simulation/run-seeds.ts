// Runs a range of seeds in this thread.

import { type CrashRun, crashSchedule } from './crash-points.ts'
import { type Ground, layGround } from './ground.ts'
import { PollWorld } from './polls/poll-world.ts'
import { drawSchedule, type Schedule } from './schedule.ts'
import type { RecoveryClass } from './simulated-exchange.ts'
import { WatchWorld } from './watches/watch-world.ts'
import { WebhookWorld } from './webhooks/webhook-world.ts'
import { type Run, World } from './world.ts'

export interface Found {
  seed: number
  invariant: string
  message: string
}

export interface Stretch {
  runs: number
  virtualMs: number
  steps: number
  counts: Map<string, number>
  found: Found[]
}

export type Work =
  | { kind: 'seeds'; first: number; count: number; only: RecoveryClass | null; untilFound: boolean }
  | { kind: 'crashes'; runs: CrashRun[] }

let ground: Ground | undefined
let current: World | WatchWorld | PollWorld | WebhookWorld | undefined

// An unhandled rejection would end a real server.
process.on('unhandledRejection', (error) => current?.fail(error))

export async function runSchedule(schedule: Schedule, tracing = false): Promise<Run> {
  ground ??= await layGround()
  current = new World(ground, schedule, tracing)
  let run = await current.run()
  const { watch, polls, webhooks, seed } = schedule
  if (watch !== null && run.violation === null) {
    current = new WatchWorld(ground, watch, seed, tracing)
    run = together(run, await current.run())
  }
  if (polls !== null && run.violation === null) {
    current = new PollWorld(ground, polls, seed, tracing)
    run = together(run, await current.run())
  }
  if (webhooks !== null && run.violation === null) {
    current = new WebhookWorld(ground, webhooks, seed, tracing)
    run = together(run, await current.run())
  }
  return run
}

function together(run: Run, next: Run): Run {
  const counts = new Map(run.counts)
  for (const [kind, count] of next.counts) counts.set(kind, (counts.get(kind) ?? 0) + count)
  return {
    ...run,
    violation: next.violation,
    virtualMs: run.virtualMs + next.virtualMs,
    steps: run.steps + next.steps,
    counts,
    trace: [...run.trace, ...next.trace],
  }
}

export async function runWork(work: Work): Promise<Stretch> {
  const stretch: Stretch = { runs: 0, virtualMs: 0, steps: 0, counts: new Map(), found: [] }
  const size = work.kind === 'seeds' ? work.count : work.runs.length
  for (let index = 0; index < size; index++) {
    const schedule = scheduleOf(work, index)
    const run = await runSchedule(schedule)
    add(stretch, schedule.seed, run)
    if (run.violation !== null && work.kind === 'seeds' && work.untilFound) break
  }
  return stretch
}

function scheduleOf(work: Work, index: number): Schedule {
  if (work.kind === 'seeds') return drawSchedule(work.first + index, work.only)
  const run = work.runs[index]
  if (run === undefined) throw new Error('no such crash run')
  return crashSchedule(run)
}

function add(stretch: Stretch, seed: number, run: Run): void {
  stretch.runs++
  stretch.virtualMs += run.virtualMs
  stretch.steps += run.steps
  for (const [kind, count] of run.counts) stretch.counts.set(kind, (stretch.counts.get(kind) ?? 0) + count)
  if (run.violation !== null) {
    stretch.found.push({ seed, invariant: run.violation.invariant, message: run.violation.message })
  }
}

export function addStretch(sum: Stretch, other: Stretch): void {
  sum.runs += other.runs
  sum.virtualMs += other.virtualMs
  sum.steps += other.steps
  for (const [kind, count] of other.counts) sum.counts.set(kind, (sum.counts.get(kind) ?? 0) + count)
  sum.found.push(...other.found)
}
