// Fills a database with transfers that ended long ago, to compare a large database with an empty one.
import type Sqlite from 'better-sqlite3'
import type { Pool } from 'pg'

const perStatement = 20_000

/** Inserts `count` previews with their transfers, attempts and events, copied from the newest transfer. */
export function fillSqlite(database: Sqlite.Database, count: number): void {
  database.pragma('synchronous = OFF')
  database.pragma('foreign_keys = OFF')
  database.function('new_id', { deterministic: false }, newIdInPast())
  for (let done = 0; done < count; done += perStatement) {
    const size = Math.min(perStatement, count - done)
    database.transaction(() => {
      database.exec(`create temp table filling as
        with recursive series(i) as (select 1 union all select i + 1 from series where i < ${size})
        select new_id() as new_preview, new_id() as new_transfer, new_id() as reference, i from series`)
      for (const statement of statements) database.exec(statement)
      database.exec('drop table filling')
    })()
  }
  database.pragma('wal_checkpoint(TRUNCATE)')
  database.pragma('foreign_keys = ON')
  database.pragma('synchronous = FULL')
}

const model = "(select * from transfer where state = 'Submitted' order by created_at desc, id desc limit 1) as model"
const statements = [
  `insert into preview (id, client_id, account_id, session_id, terms, created_at, expires_at, spent_at, wrong_codes)
     select new_preview, model.client_id, model.account_id, null, model.terms, model.created_at - i, model.created_at - i + 300000, model.created_at - i, 0
     from filling, ${model}`,
  `insert into transfer (id, preview_id, client_id, account_id, user_id, exchange_type, terms, state, status, withdrawal_id, hash, confirmations, created_at, updated_at, next_poll_at, last_event)
     select new_transfer, new_preview, model.client_id, model.account_id, 'user-' || (i % 5000), model.exchange_type, model.terms, 'Succeeded', 'Succeeded',
       'w-' || new_transfer, '0x' || hex(randomblob(32)), 3, model.created_at - i, model.created_at - i, null, 4
     from filling, ${model}`,
  `insert into attempt (transfer_id, n, client_reference, digest, created_at, valid_until, outcome)
     select new_transfer, 1, reference, hex(randomblob(32)), 0, 30000, 'accepted' from filling`,
  ...[1, 2, 3, 4].flatMap((n) => [
    `insert into transfer_event (transfer_id, n, at, kind, detail, previous_hash, hash)
       select new_transfer, ${n}, 0, 'event', '{}', hex(randomblob(32)), hex(randomblob(32)) from filling`,
  ]),
]

/** The same on PostgreSQL. */
export async function fillPostgres(pool: Pool, count: number): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('set synchronous_commit = off')
    for (let done = 0; done < count; done += perStatement) {
      const size = Math.min(perStatement, count - done)
      await client.query('begin')
      await client.query(`create temp table filling on commit drop as
        select gen_random_uuid()::text as new_preview, gen_random_uuid()::text as new_transfer, gen_random_uuid()::text as reference, i
        from generate_series(1, ${size}) as i`)
      for (const statement of statements)
        await client.query(statement.replace(/hex\(randomblob\(32\)\)/g, 'md5(random()::text) || md5(random()::text)'))
      await client.query('commit')
    }
    await client.query('analyze')
    await client.query('checkpoint').catch(() => {})
  } finally {
    client.release()
  }
}

export function runOnSqlite(database: Sqlite.Database, statements: readonly string[]): void {
  database.pragma('synchronous = OFF')
  // In KB. With the default, a million rows in random order would be read and written again and again.
  database.pragma('cache_size = -400000')
  database.transaction(() => {
    for (const statement of statements) database.exec(statement)
  })()
  database.pragma('wal_checkpoint(TRUNCATE)')
  database.pragma('cache_size = -2000')
  database.pragma('synchronous = FULL')
}

export async function runOnPostgres(pool: Pool, statements: readonly string[]): Promise<void> {
  for (const statement of statements)
    await pool.query(statement.replace(/hex\(randomblob\(16\)\)/g, 'gen_random_uuid()::text'))
}

/** Ids in the service's format, from earlier days. */
function newIdInPast(): () => string {
  let at = Date.parse('2026-01-01T00:00:00Z')
  return () => {
    at += 3
    const time = at.toString(16).padStart(12, '0')
    const random = () =>
      Math.floor(Math.random() * 0x1000)
        .toString(16)
        .padStart(3, '0')
    const tail = Array.from({ length: 4 }, random).join('')
    return `${time.slice(0, 8)}-${time.slice(8)}-7${random()}-8${random()}-${tail}`
  }
}
