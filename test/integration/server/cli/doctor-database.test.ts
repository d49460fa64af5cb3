import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { Kysely, type PostgresPoolClient } from 'kysely'
import type { CheckResult } from '../../../../server/cli/doctor/check-result.ts'
import { checkLocks } from '../../../../server/cli/doctor/database-locks.ts'
import { checkSessions } from '../../../../server/cli/doctor/database-sessions.ts'
import { ServerDialect } from '../../../../server/storage/dialect.ts'
import { openPostgres } from '../../../../server/storage/postgres.ts'
import { openPool } from '../../../../server/storage/postgres-pool.ts'
import { type Session, withTwoSessions } from '../../../../server/storage/two-sessions.ts'
import { runCliHere } from '../../../support/cli.ts'
import { findPostgres, runOn } from '../../../support/postgres.ts'

const { postgres, missing } = await findPostgres()
after(() => postgres?.drop())
const skip = missing
const newDatabase = async () => (await postgres?.newDatabase()) ?? ''

async function doctor(DATABASE_URL: string): Promise<{ code: number; results: CheckResult[] }> {
  const { code, out } = await runCliHere(['doctor', '--database', '--json'], { DATABASE_URL })
  return { code, results: JSON.parse(out) }
}

/** Runs the doctor as another role, after `statement` with the role's name instead of ROLE. */
async function doctorAs(statement: string): Promise<{ code: number; results: CheckResult[] }> {
  const url = await newDatabase()
  const role = `role_${new URL(url).pathname.slice(1)}`
  await runOn(url, `create role ${role} login password 'open-sesame'; ${statement.replaceAll('ROLE', role)}`)
  try {
    return await doctor(Object.assign(new URL(url), { username: role, password: 'open-sesame' }).href)
  } finally {
    await runOn(url, `drop owned by ${role}; drop role ${role}`)
  }
}

function reported(results: CheckResult[], pattern: RegExp): CheckResult {
  const found = results.find(({ message }) => pattern.test(message))
  return found ?? assert.fail(`${pattern} in ${JSON.stringify(results, null, 1)}`)
}

test('a PostgreSQL passes every check, and the check leaves nothing behind', { skip }, async () => {
  const url = await newDatabase()
  const { query, close } = await openPostgres(url)
  const tables = async () => (await query.introspection.getTables()).map(({ name }) => name).sort()
  const before = await tables()
  await runOn(url, 'create table doctor_scratch_1_killed (id integer)')
  const { results } = await doctor(url)
  const failures = results.filter(({ state }) => state === 'error').map(({ message }) => message)
  // The server of the tests is faster without them.
  assert.deepEqual(
    failures.filter((message) => !/^(fsync|full_page_writes) is off/.test(message)),
    [],
  )
  const all = results.map(({ message }) => message).join('\n')
  for (const each of ['for update', 'for share', 'skip locked', 'READ COMMITTED', '23505', 'deadlock', '2\\^53'])
    assert.match(all, new RegExp(each))
  assert.deepEqual(await tables(), before)
  await close()
})

test('the embedded storage has no database server to check', async () => {
  const { code, out } = await runCliHere(['doctor', '--database'])
  assert.equal(code, 0)
  assert.match(out, /· SQLite is built in and needs no check\./)
})

test('a role that cannot create tables is reported, and other checks still run', { skip }, async () => {
  const { code, results } = await doctorAs('revoke create on schema public from public')
  assert.equal(code, 1)
  const { state, fix } = reported(results, /cannot create tables \(permission denied for schema public\)/)
  assert.deepEqual([state, fix?.includes('grant create')], ['error', true])
  assert.equal(reported(results, /Prepared statements can be used again/).state, 'ok')
  assert.ok(!JSON.stringify(results).includes('open-sesame'))
})

test('a role without pg_monitor is told the grant, which is no failure', { skip }, async () => {
  const { state, fix } = reported((await doctorAs('')).results, /does not have pg_monitor/)
  assert.deepEqual([state, fix], ['note', 'As an administrator: grant pg_monitor to <role>.'])
  assert.equal(reported((await doctorAs('grant pg_monitor to ROLE')).results, /has pg_monitor/).state, 'ok')
})

test('a role whose transactions are read-only is reported', { skip }, async () => {
  const { code, results } = await doctorAs('alter role ROLE set default_transaction_read_only = on')
  assert.equal(code, 1)
  assert.equal(reported(results, /Transactions are read-only/).state, 'error')
})

test('synchronous_commit and too few connections of a role are reported', { skip }, async () => {
  const { results } = await doctorAs(
    'alter role ROLE set synchronous_commit = off; alter role ROLE connection limit 21',
  )
  assert.equal(reported(results, /synchronous_commit is off for this role. Transfer Link sets it to on/).state, 'note')
  assert.equal(
    reported(results, /21 connections of this role, too few for two processes: each process uses up to 11/).state,
    'error',
  )
})

type RunStatement = (text: string, values: unknown[]) => Promise<unknown>

/** A session whose statements go where `route` sends them. */
function routed(route: RunStatement): Session {
  const client = { query: route, release() {} } as unknown as PostgresPoolClient
  return new Kysely({
    dialect: new ServerDialect({ pool: { connect: async () => client, end: async () => {} } as never }),
  })
}

/** The result for settings of a session that has another connection for each statement. */
async function settingsBehindPooler(url: string): Promise<CheckResult> {
  const pool = openPool(url, { max: 2 })
  const clients = [await pool.connect(), await pool.connect()] as const
  let statements = 0
  const run = (at: 0 | 1): RunStatement => clients[at].query as unknown as RunStatement
  const first = routed((text, values) => run(statements++ % 2 === 0 ? 0 : 1)(text, values))
  try {
    const results = await withTwoSessions(url, (_, second) => checkSessions(first, second))
    return reported(results, /Settings of a connection are lost between transactions/)
  } finally {
    for (const client of clients) client.release()
    await pool.end()
  }
}

test('a pooler in transaction mode is an error unless the role has synchronous_commit', { skip }, async () => {
  const url = await newDatabase()
  const states: string[] = []
  for (const value of ['on', 'off']) {
    await runOn(url, `alter database ${new URL(url).pathname.slice(1)} set synchronous_commit = ${value}`)
    states.push((await settingsBehindPooler(url)).state)
  }
  assert.deepEqual(states, ['note', 'error'])
})

/** What an engine responds that accepts row locks without holding them, or has another isolation level. */
const otherEngines = {
  'that ignores row locks': (text: string) => text.replace(/for (update|share)( skip locked)?/, ''),
  'with snapshot isolation': (text: string) => text.replace('read committed', 'repeatable read'),
}

test('an engine without row locks or READ COMMITTED is reported', { skip }, async () => {
  const url = await newDatabase()
  await runOn(url, 'create table t (id integer primary key, value bigint); insert into t values (1, 0), (2, 0)')
  const failing: Record<string, string[]> = {}
  for (const [name, change] of Object.entries(otherEngines)) {
    const pool = openPool(url, { max: 2 })
    const clients = await Promise.all([pool.connect(), pool.connect()])
    const [first, second] = clients.map((client) =>
      routed((text, values) => (client.query as unknown as RunStatement)(change(text), values)),
    ) as [Session, Session]
    const results = await checkLocks({ first, second, table: 't' })
    failing[name] = results.filter(({ state }) => state === 'error').map(({ message }) => message.slice(0, 30))
    for (const client of clients) client.release()
    await pool.end()
  }
  assert.deepEqual(failing, {
    'that ignores row locks': [
      '"for update" does not lock rows',
      '"for share" does not lock rows',
      '"for update skip locked" does ',
      'A deadlock does not end with S',
    ].map((message) => message.slice(0, 30)),
    'with snapshot isolation': ['A statement that waited for a '],
  })
})
