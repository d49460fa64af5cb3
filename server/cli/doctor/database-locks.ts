// Row locks and READ COMMITTED, with two connections. Without them two processes could send the same transfer.

import { type RawBuilder, sql } from 'kysely'
import type { Session } from '../../storage/two-sessions.ts'
import type { CheckResult } from './check-result.ts'
import { begin, check, commit, needsPostgres, rollBack, rowsOf, sqlStateOf } from './database-attempt.ts'

interface Stage {
  first: Session
  second: Session
  table: string
}

const lockNotAvailable = '55P03'
/** A deadlock, or a conflict of distributed engines. The server repeats the transaction after both. */
const repeatable = ['40P01', '40001']
const waitMs = '250'

export async function checkLocks(stage: Stage): Promise<CheckResult[]> {
  const lock = (how: string) => sql`select id from ${sql.table(stage.table)} where id = 1 ${sql.raw(how)}`
  const attempts = [
    {
      works: 'A locked row cannot be locked or changed by another connection (for update).',
      fails: '"for update" does not lock rows, so two processes could send the same transfer.',
      attempt: () => holds(stage, lock('for update'), lock('for update')),
    },
    {
      works: 'A shared lock on a row permits other shared locks, and no change (for share).',
      fails: '"for share" does not lock rows.',
      async attempt() {
        const isShared = !(await holds(stage, lock('for share'), lock('for share')))
        return isShared && holds(stage, lock('for share'), lock('for update'))
      },
    },
    {
      works: 'Locked rows are skipped (for update skip locked).',
      fails: '"for update skip locked" does not skip locked rows.',
      attempt: () => skipsLocked(stage),
    },
    {
      works: 'A statement that waited for a lock sees what the other transaction wrote (READ COMMITTED).',
      fails: 'A statement that waited for a lock does not see what the other transaction wrote (READ COMMITTED).',
      attempt: () => seesWhatItWaitedFor(stage),
    },
    {
      works: 'A deadlock ends with a SQLSTATE after which Transfer Link repeats the transaction.',
      fails: 'A deadlock does not end with SQLSTATE 40P01 or 40001.',
      attempt: () => endsDeadlock(stage),
    },
  ]
  const results: CheckResult[] = []
  for (const { attempt, ...sentences } of attempts)
    results.push(await check({ ...sentences, fix: needsPostgres, attempt: () => alone(stage, attempt) }))
  return results
}

/** Both connections are without a transaction afterwards. */
async function alone({ first, second }: Stage, attempt: () => Promise<boolean>): Promise<boolean> {
  try {
    return await attempt()
  } finally {
    await rollBack(first)
    await rollBack(second)
  }
}

/** Whether a second connection must wait for `mine` before it can run `theirs`. */
async function holds(
  { first, second }: Stage,
  mine: RawBuilder<unknown>,
  theirs: RawBuilder<unknown>,
): Promise<boolean> {
  await begin(first)
  await mine.execute(first)
  await beginImpatiently(second)
  const state = await sqlStateOf(second, theirs)
  await rollBack(second)
  await rollBack(first)
  return state === lockNotAvailable
}

async function skipsLocked({ first, second, table }: Stage): Promise<boolean> {
  const claim = sql<{ id: number }>`select id from ${sql.table(table)} where id in (1, 2) order by id limit 1
    for update skip locked`
  await begin(first)
  const mine = await rowsOf(first, claim)
  await beginImpatiently(second)
  const theirs = await rowsOf(second, claim)
  return mine[0]?.id === 1 && theirs[0]?.id === 2
}

async function seesWhatItWaitedFor({ first, second, table: name }: Stage): Promise<boolean> {
  const table = sql.table(name)
  await sql`update ${table} set value = 0 where id = 1`.execute(first)
  const increment = sql<{ value: number }>`update ${table} set value = value + 1 where id = 1 returning value`
  await begin(first)
  await increment.execute(first)
  await begin(second)
  // An isolation level above READ COMMITTED takes its snapshot here.
  await sql`select value from ${table} where id = 1`.execute(second)
  const waiting = rowsOf(second, increment).then(([row]) => row?.value === 2)
  waiting.catch(() => {})
  // By then the second statement waits.
  await sql`select pg_sleep(0.1)`.execute(first)
  await commit(first)
  return waiting
}

async function endsDeadlock({ first, second, table }: Stage): Promise<boolean> {
  const lock = (id: number) => sql`select id from ${sql.table(table)} where id = ${id} for update`
  await begin(first)
  await begin(second)
  await lock(1).execute(first)
  await lock(2).execute(second)
  const lockOrEnd = async (session: Session, id: number) => {
    const state = await sqlStateOf(session, lock(id))
    // Some engines let the other connection wait until this one rolls back.
    if (state !== null) await rollBack(session)
    return state
  }
  const states = await Promise.all([lockOrEnd(first, 2), lockOrEnd(second, 1)])
  const failures = states.filter((state) => state !== null)
  return failures.length > 0 && failures.every((state) => repeatable.includes(state))
}

async function beginImpatiently(session: Session): Promise<void> {
  await begin(session)
  await sql`select set_config('lock_timeout', ${waitMs}, true)`.execute(session)
}
