// Statements of the server whose meaning differs between databases.

import { sql } from 'kysely'
import type { Session } from '../../storage/two-sessions.ts'
import type { CheckResult } from './check-result.ts'
import { check, needsPostgres, rowsOf, sqlStateOf } from './database-attempt.ts'

const uniqueViolation = '23505'

export async function checkStatements(session: Session, name: string): Promise<CheckResult[]> {
  return [
    await checkUnique(session, name),
    ...(await checkIndexes(session, name)),
    ...(await checkWrites(session, name)),
  ]
}

const insert = (table: string, id: number, name: string) =>
  sql`insert into ${sql.table(table)} (id, value, name) values (${id}, 0, ${name})`

function checkUnique(session: Session, table: string): Promise<CheckResult> {
  return check({
    works: 'A duplicate key is refused with SQLSTATE 23505.',
    fails: 'A duplicate key is not refused with SQLSTATE 23505.',
    fix: needsPostgres,
    attempt: async () => (await sqlStateOf(session, insert(table, 1, 'a'))) === uniqueViolation,
  })
}

async function checkIndexes(session: Session, name: string): Promise<CheckResult[]> {
  const table = sql.table(name)
  return [
    await check({
      works: 'A partial unique index is enforced.',
      fails: 'Partial unique indexes do not work.',
      fix: needsPostgres,
      async attempt() {
        await sql`create unique index ${sql.id(`${name}_partial`)} on ${table} (name) where name is not null`.execute(
          session,
        )
        await insert(name, 3, 'same').execute(session)
        return (await sqlStateOf(session, insert(name, 4, 'same'))) === uniqueViolation
      },
    }),
    await check({
      works: 'An index on an expression can be created while the table is written (create index concurrently).',
      fails: '"create index concurrently" on an expression does not work.',
      fix: needsPostgres,
      async attempt() {
        const index = `${name}_concurrent`
        await sql`create index concurrently if not exists ${sql.id(index)}
          on ${table} (split_part(name, '.', 2)) where name is not null`.execute(session)
        const built = sql<{ valid: boolean }>`select indisvalid as valid from pg_index
          where indexrelid = to_regclass(${index})`
        return (await rowsOf(session, built))[0]?.valid === true
      },
    }),
  ]
}

async function checkWrites(session: Session, name: string): Promise<CheckResult[]> {
  const table = sql.table(name)
  return [
    await check({
      works: 'An insert can update the existing row under a condition and return it.',
      fails: '"on conflict … do update … where … returning" does not work.',
      fix: needsPostgres,
      async attempt() {
        const upsert = (limit: number) => sql`insert into ${table} as stored (id, value) values (1, 5)
          on conflict (id) do update set value = excluded.value where stored.value < ${limit} returning value`
        const updated = await rowsOf(session, upsert(5))
        return updated.length === 1 && (await rowsOf(session, upsert(5))).length === 0
      },
    }),
    await check({
      works: 'A materialized subquery limits how many rows a statement changes.',
      fails: '"with … as materialized" does not work.',
      fix: needsPostgres,
      async attempt() {
        const claim = sql`with due as materialized (
            select id from ${table} order by id limit 1 for update skip locked
          ) update ${table} set value = 7 where id in (select id from due) returning id`
        return (await rowsOf(session, claim)).length === 1
      },
    }),
    await check({
      works: 'Integers up to 2^53 are stored exactly.',
      fails: 'Integers up to 2^53 are not stored exactly.',
      fix: needsPostgres,
      async attempt() {
        const largest = Number.MAX_SAFE_INTEGER
        const update = sql<{ value: number }>`update ${table} set value = ${largest} where id = 2 returning value`
        return (await rowsOf(session, update))[0]?.value === largest
      },
    }),
  ]
}
