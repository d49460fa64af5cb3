// Races over PostgreSQL, whose transactions run concurrently under read committed: two server processes over one database, with one
// interrupted by the other at every possible point.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { type KyselyPlugin, sql } from 'kysely'
import { openPostgres } from '../../server/storage/postgres.ts'
import { checkReachable, type Database } from '../../server/storage/storage.ts'
import { findPostgres, openEmpty } from './postgres.ts'

interface Storages {
  /** Empty, for the first process. */
  open(): Promise<Database>
  /** The same database, for the second process. */
  openAgain(): Promise<Database>
}

/** Skipped if there is no PostgreSQL. */
export async function overPostgres(name: string, define: (storages: Storages) => void): Promise<void> {
  const { postgres, missing } = await findPostgres()
  if (postgres === null) {
    test(name, { skip: missing }, () => {})
    return
  }
  after(() => postgres.drop())
  const url = await postgres.newDatabase()
  define({
    open: async () => connected(await openEmpty(url)),
    openAgain: async () => connected(await openPostgres(url)),
  })
}

const connections = 4

/** Opens the connections first, so that the calls really overlap. */
async function connected(database: Database): Promise<Database> {
  await Promise.all(Array.from({ length: connections }, () => checkReachable(database)))
  return database
}

interface Contest<First, Second> {
  first(database: Database): Promise<First>
  second(database: Database): Promise<Second>
  /** Asserted in every round. */
  check(first: PromiseSettledResult<First>, second: PromiseSettledResult<Second>): Promise<void> | void
}

/** Statements of the second after which the first continues, if the second waits for it without a lock. */
const patience = 20
const mostRounds = 100

/**
 * Round n stops `first` after its n-th statement, within its transaction, and runs `second` until it has ended or waits for a
 * lock; then `first` continues. Ends with the first round in which `first` had no n-th statement. Returns the number of rounds.
 */
export async function overtake<First, Second>(
  one: Database,
  other: Database,
  prepare: (round: number) => Promise<Contest<First, Second>>,
): Promise<number> {
  for (let round = 1; round <= mostRounds; round++) {
    const { first, second, check } = await prepare(round)
    const stop = newSignal()
    const goOn = newSignal()
    const paused = watched(one, async (statement) => {
      if (statement !== round) return
      stop.give()
      await goOn.given
    })
    const running = settled(first(paused))
    await Promise.race([stop.given, running])
    let sent = 0
    const counted = watched(other, async (statement) => {
      sent = statement
    })
    let hasEnded = false
    const overtaking = settled(second(counted)).finally(() => {
      hasEnded = true
    })
    while (stop.isGiven && !hasEnded && sent < patience && !(await isBlocked(one)));
    goOn.give()
    await check(await running, await overtaking)
    if (!stop.isGiven) return round
  }
  throw new Error(`more than ${mostRounds} statements`)
}

/** `done` is called after each statement. The next statement waits for it. */
function watched(database: Database, done: (statement: number) => Promise<void>): Database {
  let statements = 0
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      await done(++statements)
      return result
    },
  }
  const { pause } = database
  return { query: database.query.withPlugin(plugin), close: async () => {}, ...(pause && { pause }) }
}

async function isBlocked({ query }: Database): Promise<boolean> {
  const { rows } = await sql`select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(query)
  return rows.length > 0
}

async function settled<T>(promise: Promise<T>): Promise<PromiseSettledResult<T>> {
  return (await Promise.allSettled([promise]))[0] as PromiseSettledResult<T>
}

function newSignal() {
  let give = () => {}
  const given = new Promise<void>((resolve) => {
    give = resolve
  })
  const signal = { given, isGiven: false, give: () => {} }
  signal.give = () => {
    signal.isGiven = true
    give()
  }
  return signal
}

/** Throws the error again. */
export function fulfilled<T>(result: PromiseSettledResult<T>): T {
  if (result.status === 'rejected') throw result.reason
  return result.value
}

/** Refused with exactly this error of the catalogue. */
export function assertRefused(result: PromiseSettledResult<unknown>, type: string): void {
  assert.equal(result.status, 'rejected')
  assert.equal((result.reason as { type?: string }).type, type, String(result.reason))
}
