import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { inspect } from 'node:util'
import { sql } from 'kysely'
import { DatabaseUnreachable, openPostgres } from '../../../../server/storage/postgres.ts'
import { preparedStatement } from '../../../../server/storage/prepared-statement.ts'
import { type Database, isStorageFailure } from '../../../../server/storage/storage.ts'
import { executeTransfer } from '../../../../server/transfers/execute.ts'
import { startEngine } from '../../../support/engine.ts'
import { findPostgres, openEmpty, runOn } from '../../../support/postgres.ts'
import { openSilencer } from '../../../support/silencer.ts'
import { storageSuite } from '../../../support/storage-suite.ts'

const { postgres, missing } = await findPostgres()
if (postgres === null) test('PostgreSQL serves as storage', { skip: missing }, () => {})
else {
  after(() => postgres.drop())
  const url = await postgres.newDatabase()
  storageSuite('in PostgreSQL', () => openEmpty(url))

  test('processes that start at once on an empty database all come up', async () => {
    const empty = await postgres.newDatabase()
    const opened = await Promise.all(Array.from({ length: 4 }, () => openPostgres(empty)))
    for (const database of opened) {
      assert.deepEqual(await database.query.selectFrom('client').selectAll().execute(), [])
    }
    await Promise.all(opened.map((database) => database.close()))
  })

  test('PostgreSQL parses a prepared statement once, and runs it after a migration has added a column', async () => {
    const database = await openEmpty(url)
    const byId = preparedStatement((query, { id }: { id: string }) =>
      query.selectFrom('rate_bucket').select('busy_until').where('id', '=', id),
    )
    await database.query.connection().execute(async (query) => {
      const named = sql<{
        statement: string
      }>`select statement from pg_prepared_statements where statement like ${'%rate_bucket%'}`
      for (const until of [1, 2]) {
        await query
          .insertInto('rate_bucket')
          .values({ id: `b${until}`, busy_until: until })
          .execute()
        assert.deepEqual((await byId(query, { id: `b${until}` })).rows, [{ busy_until: until }])
        assert.equal((await named.execute(query)).rows.length, 1)
        await sql.raw(`alter table rate_bucket add column added_${until} text`).execute(query)
      }
    })
    await database.close()
  })

  test('thirty executes of one preview over two processes send one withdrawal', async () => {
    const engine = await startEngine(await openEmpty(url))
    const other = { ...engine.deps, database: await openPostgres(url) }
    const preview = await engine.preview()
    const owner = { clientId: engine.clientId, accountId: engine.accountId, sessionId: null }
    const request = { ...owner, previewId: preview.id, mfaCode: null, linkId: null, transactionId: null }
    const results = await Promise.all(
      Array.from({ length: 30 }, (_, n) => executeTransfer(n % 2 === 0 ? engine.deps : other, request)),
    )
    assert.equal(new Set(results.map((result) => ('transfer' in result ? result.transfer.id : 'none'))).size, 1)
    assert.equal(engine.script.orders.length, 1)
    await other.database.close()
    await engine.close()
  })

  test('a wrong password is reported without the password', async () => {
    const wrong = new URL(url)
    wrong.password = 'open-sesame'
    await assert.rejects(openPostgres(wrong.href), isUnreachable(/password authentication failed/))
  })

  test('a host that accepts no writes is reported as a standby, with the fix', async () => {
    const readOnly = await postgres.newDatabase()
    await runOn(
      readOnly,
      `alter database ${new URL(readOnly).pathname.slice(1)} set default_transaction_read_only = on`,
    )
    await assert.rejects(openPostgres(readOnly), isUnreachable(/standby, or read-only\. Name the primary or all hosts/))
  })

  test('an address where nothing listens, or that is malformed, is reported without the password', async () => {
    const password = 'open-sesame'
    await assert.rejects(
      openPostgres(`postgresql://user:${password}@127.0.0.1:1/x`),
      isUnreachable(/127\.0\.0\.1:1\/x/),
    )
    await assert.rejects(openPostgres(`postgresql://user:%zz${password}@127.0.0.1:1/x`), isUnreachable(/./))
    await assert.rejects(openPostgres(`postgresql://user:${password}@ x`), isUnreachable(/cannot be read/))
  })

  test('a statement that takes too long is ended, and the next one works', async () => {
    const database = await openPostgres(url, { connectMs: 5_000, statementMs: 200 })
    await assert.rejects(sql`select pg_sleep(30)`.execute(database.query), isStorageFailure)
    await sql`select 1`.execute(database.query)
    await database.close()
  })

  test('an unresponsive database is given up, and used again once it responds', async () => {
    const { hostname, port } = new URL(url)
    const silencer = await openSilencer(hostname, Number(port))
    const through = new URL(url)
    through.port = String(silencer.port)
    const database = await openPostgres(through.href, { connectMs: 2_000, statementMs: 500 })
    await sql`select 1`.execute(database.query)
    silencer.setSilent(true)
    await assert.rejects(sql`select 1`.execute(database.query), isStorageFailure)
    await assert.rejects(sql`select 1`.execute(database.query), isStorageFailure)
    silencer.setSilent(false)
    await sql`select 1`.execute(database.query)
    await database.close()
    await silencer.close()
  })

  test('connections that the database closes are replaced', async () => {
    const database = await openPostgres(url)
    const [running] = await Promise.allSettled([sleepOn(database), endAll(database)])
    assert.equal(running.status, 'rejected')
    assert.ok(isStorageFailure(running.reason))
    await sql`select 1`.execute(database.query)
    await database.close()
  })
}

async function sleepOn(database: Database): Promise<void> {
  await sql`select pg_sleep(4) as "marked"`.execute(database.query)
}

async function endAll(database: Database): Promise<void> {
  for (let ended = 0; ended === 0; ) {
    const { rows } = await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query like '%marked%' and pid <> pg_backend_pid()`.execute(database.query)
    ended = rows.length
  }
}

function isUnreachable(pattern: RegExp): (error: unknown) => boolean {
  return (error) => {
    assert.ok(error instanceof DatabaseUnreachable)
    assert.match(error.message, pattern)
    assert.ok(!inspect(error, { depth: 10, showHidden: true }).includes('open-sesame'))
    return true
  }
}
