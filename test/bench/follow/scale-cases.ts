// Cases with many pending transfers.
import { setTimeout as pause } from 'node:timers/promises'
import { memoryBuckets } from '../../../server/limits/memory-buckets.ts'
import { pollPool } from '../../../server/transfers/poll-pool.ts'
import { median } from '../sample.ts'
import type { BenchStorage } from '../storages.ts'
import { usualRate } from './fair-cases.ts'
import {
  addAccounts,
  addTransfers,
  executeNew,
  type FollowStage,
  openFollowStage,
  pollWhile,
  tokens,
} from './follow-stage.ts'

/**
 * Between 10 minutes and one day old, with the interval of 30 s. Younger ones would be polled every 3 s: 33,000 a second, which no
 * exchange allows. Older ones only every 5 minutes.
 */
const aged = { youngestMs: 660_000, oldestMs: 86_000_000 }
const intervalMs = 30_000
const pollDelayMs = 400
const newTransfers = 16
/** Out of the way. */
const fullRate = 1_000_000
const roundRate = 100

export interface Backlog {
  count: number
  accounts: number
}

export interface BacklogFigures {
  idle: number | null
  endMs: number
  updatesPerTransfer: number
}

/** 16 transfers of 16 users beside the backlog, which is two minutes old and all due. `idle`: transactions per second before. */
export async function newBesideBacklog(
  storage: BenchStorage,
  { count, accounts }: Backlog,
  { seconds, limitMs }: { seconds: number; limitMs: number },
): Promise<BacklogFigures> {
  const stage = await openFollowStage(storage, usualRate)
  stage.exchange.completesNew = true
  const users = await addAccounts(stage, tokens(newTransfers))
  const accountIds = await addAccounts(stage, tokens(accounts))
  const age = { youngestMs: 120_000, oldestMs: 180_000, dueWithinMs: 0 }
  if (count > 0) await addTransfers(stage, { ...age, count, accountIds })
  const figures: BacklogFigures = { idle: null, endMs: Number.POSITIVE_INFINITY, updatesPerTransfer: 0 }
  await pollWhile(stage, async () => {
    figures.idle = await transactionsPerSecond(stage, seconds)
    const updatesBefore = stage.meter.transferUpdates
    const started = performance.now()
    const ids = await executeNew(stage, users)
    while (performance.now() - started < limitMs) {
      await pause(20)
      if ((await countOpen(stage, ids)) > 0) continue
      figures.endMs = performance.now() - started
      break
    }
    figures.updatesPerTransfer = (stage.meter.transferUpdates - updatesBefore) / newTransfers
  })
  await stage.close()
  return figures
}

/** As the database counts them, otherwise as the statements are counted. */
async function transactionsPerSecond(stage: FollowStage, seconds: number): Promise<number> {
  const count = async () => (await stage.transactions()) ?? stage.meter.transactions
  // PostgreSQL publishes its counters up to a second late.
  await pause(1_500)
  const [before, started] = [await count(), performance.now()]
  await pause(seconds * 1_000)
  return ((await count()) - before) / ((performance.now() - started) / 1_000)
}

async function countOpen({ deps }: FollowStage, previewIds: readonly string[]): Promise<number> {
  const { length } = await deps.database.query
    .selectFrom('transfer')
    .select('id')
    .where('preview_id', 'in', previewIds)
    .where('status', '=', 'Pending')
    .execute()
  return length
}

export async function openPending(storage: BenchStorage, { count, accounts }: Backlog): Promise<FollowStage> {
  const stage = await openFollowStage(storage, fullRate)
  const accountIds = await addAccounts(stage, tokens(accounts))
  await addTransfers(stage, { ...aged, dueWithinMs: intervalMs, count, accountIds })
  return stage
}

/**
 * The database time of one poll with few and with many pending transfers, and the heap after the last round beside the second. Each
 * poll is of one transfer, by its id: polls by a listing would serve more transfers on the side that has more of each account.
 */
export async function databaseTime(few: FollowStage, many: FollowStage, rounds: number) {
  const fewMs: number[] = []
  const manyMs: number[] = []
  const heapMb: number[] = []
  for (let round = 0; round < rounds; round++) {
    fewMs.push(await pollOnce(few, round))
    manyMs.push(await pollOnce(many, round))
    globalThis.gc?.()
    heapMb.push(process.memoryUsage().heapUsed / 2 ** 20)
  }
  // The first round is the warm-up.
  const ratio = median(manyMs.slice(1)) / median(fewMs.slice(1))
  return { ratio, pollMs: median(manyMs.slice(1)), heapRatio: (heapMb.at(-1) ?? 0) / (heapMb[1] ?? 1) }
}

async function pollOnce(stage: FollowStage, round: number): Promise<number> {
  // All transfers are due again in each round.
  const at = stage.deps.now().getTime() + (round + 1) * (intervalMs + 1_000)
  stage.setRate(roundRate)
  stage.engine.script.exchange.listsAsLookedUp = false
  const pool = pollPool({ ...stage.deps, now: () => new Date(at) }, { buckets: memoryBuckets() })
  const before = stage.meter.ms
  const polled = await pool.fill()
  await pool.settled()
  if (polled === 0) throw new Error('no transfer was due')
  return (stage.meter.ms - before) / polled
}

/** The time from the accepted order of a new transfer to the result of its first poll. */
export async function firstPollDelay(stage: FollowStage, seconds: number) {
  stage.exchange.completesNew = true
  const accountIds = await pendingAccounts(stage)
  const ids: string[] = []
  await pollWhile(stage, async () => {
    // Until the transfers of each account are polled together.
    await pause(Math.min(seconds * 1_000, intervalMs / 3))
    for (const started = performance.now(); performance.now() - started < seconds * 1_000; await pause(100))
      ids.push(...(await executeNew(stage, [accountIds[(ids.length * 7) % accountIds.length] ?? ''])))
    await pause(3_000)
  })
  const delays = await delaysOf(stage, ids)
  const p99 = delays[Math.min(delays.length - 1, Math.floor(delays.length * 0.99))] ?? 0
  return { p99Ms: p99, medianMs: median(delays), ratio: p99 / pollDelayMs, polled: delays.length }
}

async function pendingAccounts({ deps }: FollowStage): Promise<string[]> {
  const rows = await deps.database.query.selectFrom('account').select('id').where('name', '=', '').execute()
  return rows.map(({ id }) => id)
}

async function delaysOf({ deps }: FollowStage, previewIds: readonly string[]): Promise<number[]> {
  const { query } = deps.database
  const delays: number[] = []
  for (const previewId of previewIds) {
    const events = await query
      .selectFrom('transfer_event')
      .select(['kind', 'at'])
      .where('transfer_id', '=', (of) => of.selectFrom('transfer').select('id').where('preview_id', '=', previewId))
      .orderBy('n')
      .execute()
    const atOf = (kind: string) => events.find((event) => event.kind === kind)?.at
    delays.push((atOf('sent') ?? Number.POSITIVE_INFINITY) - (atOf('accepted') ?? 0))
  }
  return delays.sort((a, b) => a - b)
}
