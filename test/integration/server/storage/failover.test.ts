// A server whose PostgreSQL becomes read-only, or fails over to another host.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { hostAddresses, isDatabaseUrl } from '../../../../server/storage/database-url.ts'
import { openPostgres } from '../../../../server/storage/postgres.ts'
import { checkReachable, type Database, isStorageFailure } from '../../../../server/storage/storage.ts'
import { isShortRun } from '../../../support/length.ts'
import { findPostgres, runOn, startPostgresPair } from '../../../support/postgres.ts'

test('an address with several hosts is one address for each of them', () => {
  assert.deepEqual(hostAddresses('postgresql://u:p@a:5432,b:5433/db?x=1,2'), [
    'postgresql://u:p@a:5432/db?x=1,2',
    'postgresql://u:p@b:5433/db?x=1,2',
  ])
  assert.deepEqual(hostAddresses('postgres://u:a,b@[::1]:5432/db'), ['postgres://u:a,b@[::1]:5432/db'])
  for (const url of ['postgresql://u:p@a,b/db', 'postgres:///db?host=/run']) assert.ok(isDatabaseUrl(url), url)
  const unencoded = ['postgres://u:p@ss/word@a:5432/db', 'postgres://u:p/word@a/db', 'postgres://u:p#ss@a/db']
  for (const url of ['postgresql://u:p@a,/db', 'postgresql://u:p@a:x,b/db', 'mysql://a,b/db', ...unencoded]) {
    assert.ok(!isDatabaseUrl(url), url)
  }
})

const { postgres, missing } = await findPostgres()
if (postgres === null) test('a read-only PostgreSQL is given up', { skip: missing }, () => {})
else {
  after(() => postgres.drop())

  test('connections to a server that was read-only are discarded at the first refused write', async () => {
    const url = await postgres.newDatabase()
    const [name, administration] = [new URL(url).pathname.slice(1), new URL(url)]
    administration.pathname = '/postgres'
    const database = await openPostgres(url)
    await runOn(administration.href, `alter database ${name} set default_transaction_read_only = on`)
    await endConnections(administration.href, name)
    await assert.rejects(checkReachable(database), isStorageFailure)
    // Connections that a later write would meet.
    const reads = Array.from({ length: 8 }, () => sql`select pg_sleep(0.05)`.execute(database.query))
    await Promise.all(reads)
    await runOn(administration.href, `alter database ${name} reset default_transaction_read_only`)
    const refused: unknown[] = []
    for (let n = 0; n < 8; n++) await write(database, `k${n}`).catch((error) => refused.push(error))
    assert.equal(refused.length, 1)
    assert.ok(isStorageFailure(refused[0]))
    await checkReachable(database)
    await database.close()
  })

  test('a connection is replaced after its lifetime', async () => {
    const database = await openPostgres(await postgres.newDatabase(), { lifetimeSeconds: 0.05 })
    const first = await backendOf(database)
    const deadline = Date.now() + 10_000
    while ((await backendOf(database)) === first) assert.ok(Date.now() < deadline, 'the connection was never replaced')
    await database.close()
  })

  test('a commit waits for the disk, and for more where more is set', async () => {
    const url = await postgres.newDatabase()
    const settings: unknown[] = []
    for (const [set, used] of [
      ['off', 'on'],
      ['local', 'on'],
      ['remote_write', 'on'],
      ['remote_apply', 'remote_apply'],
    ] as const) {
      await runOn(url, `alter database ${new URL(url).pathname.slice(1)} set synchronous_commit = ${set}`)
      const database = await openPostgres(url)
      const { rows } = await sql<{ used: string }>`select current_setting('synchronous_commit') as used`.execute(
        database.query,
      )
      settings.push(rows[0]?.used === used)
      await database.close()
    }
    assert.deepEqual(settings, [true, true, true, true])
  })

  test('a host that refuses connections is passed over', async () => {
    const url = await postgres.newDatabase()
    const several = url.replace('@', '@127.0.0.1:1,')
    const database = await openPostgres(several)
    await checkReachable(database)
    await database.close()
  })
}

if (!isShortRun) await testFailover()

/** Two servers take seconds to start. */
async function testFailover(): Promise<void> {
  const pair = await startPostgresPair()
  if (typeof pair === 'string') return void test('writes follow the primary', { skip: pair }, () => {})

  test('of several hosts the one that accepts writes is used, also after a failover', async () => {
    const { primary, standby } = pair
    const database = await openPostgres(primary.url.replace('@', `@${new URL(standby.url).host},`))
    await write(database, 'before')
    await untilKnown(standby.url, 'before')
    primary.kill()
    await runOn(standby.url, 'select pg_promote()')
    const deadline = Date.now() + 10_000
    for (let done = false; !done; ) {
      assert.ok(Date.now() < deadline, 'no write was accepted')
      done = await write(database, 'after').then(
        () => true,
        (error) => {
          assert.ok(isStorageFailure(error), String(error))
          return false
        },
      )
    }
    const rows = await database.query.selectFrom('exchange_key').select('id').orderBy('id').execute()
    assert.deepEqual(rows, [{ id: 'after' }, { id: 'before' }])
    await database.close()
  })
}

async function write({ query }: Database, id: string): Promise<void> {
  await query.insertInto('exchange_key').values({ id, nonce: 1, busy_until: 0 }).execute()
}

async function backendOf({ query }: Database): Promise<number | undefined> {
  return (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(query)).rows[0]?.pid
}

async function endConnections(url: string, name: string): Promise<void> {
  await runOn(url, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
}

/** Waits until the standby has the row: replication to it is asynchronous. */
async function untilKnown(url: string, id: string): Promise<void> {
  const find = `do $$ begin if not exists (select from exchange_key where id = '${id}') then raise 'absent'; end if; end $$`
  const isKnown = () =>
    runOn(url, find).then(
      () => true,
      () => false,
    )
  const deadline = Date.now() + 10_000
  while (!(await isKnown())) assert.ok(Date.now() < deadline, 'the standby did not follow')
}
