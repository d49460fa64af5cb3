// Removes from a schedule everything that the violation does not need, and prints the rest.

import { runSchedule } from './run-seeds.ts'
import type { Schedule } from './schedule.ts'
import type { Run } from './world.ts'

export async function shrink(schedule: Schedule, invariant: string): Promise<{ schedule: Schedule; run: Run }> {
  let smallest = schedule
  for (let found = true; found; ) {
    found = false
    for (const candidate of smaller(smallest)) {
      const run = await runSchedule(candidate)
      if (run.violation?.invariant !== invariant) continue
      smallest = candidate
      found = true
      break
    }
  }
  return { schedule: smallest, run: await runSchedule(smallest, true) }
}

function* smaller(schedule: Schedule): Generator<Schedule> {
  for (const key of ['clients', 'faults', 'timed'] as const) {
    const list: readonly unknown[] = schedule[key]
    for (const index of list.keys()) yield { ...schedule, [key]: list.filter((_, at) => at !== index) }
  }
  yield* withSmallerWatch(schedule)
  yield* withSmallerPolls(schedule)
  yield* withSmallerWebhooks(schedule)
  if (schedule.processSkewsMs.length > 1) yield { ...schedule, processSkewsMs: schedule.processSkewsMs.slice(0, 1) }
  if (schedule.intruder) yield { ...schedule, intruder: false }
  if (schedule.foreign !== 'none') yield { ...schedule, foreign: 'none' }
  for (const [index, client] of schedule.clients.entries()) {
    if (client.executesMs.length > 1) {
      const clients = schedule.clients.with(index, { ...client, executesMs: client.executesMs.slice(0, 1) })
      yield { ...schedule, clients }
    }
    if (client.retries > 0) yield { ...schedule, clients: schedule.clients.with(index, { ...client, retries: 0 }) }
  }
  for (const [index, fate] of schedule.fates.entries()) {
    if (fate !== 'paid') yield { ...schedule, fates: schedule.fates.with(index, 'paid') }
  }
  if (schedule.hiddenMs.some((ms) => ms > 0)) yield { ...schedule, hiddenMs: [] }
  if (schedule.confirmMs > 0) yield { ...schedule, confirmMs: 0 }
  if (schedule.exchangeSkewMs !== 0) yield { ...schedule, exchangeSkewMs: 0 }
  if (schedule.processSkewsMs.some((skew) => skew !== 0)) {
    yield { ...schedule, processSkewsMs: schedule.processSkewsMs.map(() => 0) }
  }
}

function* withSmallerWatch(schedule: Schedule): Generator<Schedule> {
  const { watch } = schedule
  if (watch === null) return
  yield { ...schedule, watch: null }
  for (const key of ['payments', 'othersMs', 'reorgs', 'faults'] as const) {
    const list: readonly unknown[] = watch[key]
    for (const index of list.keys()) {
      yield { ...schedule, watch: { ...watch, [key]: list.filter((_, at) => at !== index) } }
    }
  }
  if (watch.processes > 1) yield { ...schedule, watch: { ...watch, processes: 1 } }
  if (watch.nodes.length > 1) yield { ...schedule, watch: { ...watch, nodes: watch.nodes.slice(1) } }
}

function* withSmallerPolls(schedule: Schedule): Generator<Schedule> {
  const { polls } = schedule
  if (polls === null) return
  yield { ...schedule, polls: null }
  for (const key of ['groups', 'newcomers', 'faults'] as const) {
    const list: readonly unknown[] = polls[key]
    for (const index of list.keys()) {
      yield { ...schedule, polls: { ...polls, [key]: list.filter((_, at) => at !== index) } }
    }
  }
  if (polls.skewsMs.length > 1) yield { ...schedule, polls: { ...polls, skewsMs: polls.skewsMs.slice(1) } }
  if (polls.hangs > 0) yield { ...schedule, polls: { ...polls, hangs: 0 } }
  if (polls.isKeyLimited) yield { ...schedule, polls: { ...polls, isKeyLimited: false } }
  if (polls.hangingNode !== null) yield { ...schedule, polls: { ...polls, hangingNode: null } }
  if (polls.outage !== null) yield { ...schedule, polls: { ...polls, outage: null } }
}

function* withSmallerWebhooks(schedule: Schedule): Generator<Schedule> {
  const { webhooks } = schedule
  if (webhooks === null) return
  yield { ...schedule, webhooks: null }
  for (const key of ['events', 'replays', 'changes', 'faults'] as const) {
    const list: readonly unknown[] = webhooks[key]
    for (const index of list.keys()) {
      yield { ...schedule, webhooks: { ...webhooks, [key]: list.filter((_, at) => at !== index) } }
    }
  }
  if (webhooks.skewsMs.length > 1) yield { ...schedule, webhooks: { ...webhooks, skewsMs: webhooks.skewsMs.slice(1) } }
  if (webhooks.writerSkewsMs.some((ms) => ms !== 0))
    yield { ...schedule, webhooks: { ...webhooks, writerSkewsMs: webhooks.writerSkewsMs.map(() => 0) } }
}

export function describe({ schedule, run }: { schedule: Schedule; run: Run }): string {
  const { class: recovery, fenced, requiresCode, processSkewsMs, clients, faults, timed, fates, foreign } = schedule
  return [
    `  exchange: class ${recovery}${fenced ? '' : ', no fence'}${requiresCode ? ', requires codes' : ''}${schedule.confirmMs > 0 ? `, requires a confirmation that takes ${schedule.confirmMs} ms` : ''}`,
    `  servers: ${processSkewsMs.length}, clocks off by ${processSkewsMs.join(' and ')} ms, the exchange's by ${schedule.exchangeSkewMs} ms`,
    ...clients.map((client) => `  client: ${JSON.stringify(client)}`),
    ...faults.map(({ kind, nth, ms }) => `  fault: ${kind}, number ${nth}${ms > 0 ? `, for ${ms} ms` : ''}`),
    ...timed.map(({ kind, atMs, ms }) => `  fault: ${kind} at ${atMs} ms${ms > 0 ? `, for ${ms} ms` : ''}`),
    `  withdrawals: ${fates.join(', ')}, hidden for ${schedule.hiddenMs.join(', ')} ms${foreign === 'none' ? '' : `; one by hand before, ${foreign}`}`,
    ...(schedule.watch === null ? [] : [`  watch: ${JSON.stringify(schedule.watch)}`]),
    ...(schedule.polls === null ? [] : [`  polls: ${JSON.stringify(schedule.polls)}`]),
    ...(schedule.webhooks === null ? [] : [`  webhooks: ${JSON.stringify(schedule.webhooks)}`]),
    ...run.trace.slice(-60),
    `  ${run.violation?.message ?? 'the shrunk schedule no longer fails'}`,
  ].join('\n')
}
