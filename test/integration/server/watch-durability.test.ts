// A primary with a standby: what the log and the doctor report when the standby is lost, hidden or promoted.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readDurability } from '../../../server/storage/durability.ts'
import { DatabaseUnreachable, openPostgres } from '../../../server/storage/postgres.ts'
import type { Database } from '../../../server/storage/storage.ts'
import { durabilityWatch } from '../../../server/watch-durability.ts'
import { runCliHere } from '../../support/cli.ts'
import { isShortRun } from '../../support/length.ts'
import { runOn, startPostgresPair } from '../../support/postgres.ts'

const timeout = 60_000

/** Two servers take seconds to start, so a short run leaves them out. */
const pair = isShortRun ? null : await startPostgresPair()
if (typeof pair === 'string') test('the durability is read from the primary', { skip: pair }, () => {})
else if (pair !== null) {
  const { primary, standby } = pair

  test('the durability of an acknowledged write is read from the primary', { timeout }, async (t) => {
    t.after(() => setStandbyNames(primary.url, ''))
    const database = await openPostgres(primary.url)
    await untilKind(database, 'asynchronous')
    assert.match(
      (await readDurability(database)).state,
      /1 connected, none of them synchronous; synchronous_commit is on \(set by Transfer Link, off in PostgreSQL\)/,
    )
    await setStandbyNames(primary.url, '*')
    await untilKind(database, 'synchronous')
    for (const two of ['FIRST 2 (*, another)', 'any 2 (*, another)', '2 (*)']) {
      await setStandbyNames(primary.url, two)
      await untilKind(database, 'waiting')
      await setStandbyNames(primary.url, 'ANY 1 (*, another)')
      await untilKind(database, 'synchronous')
    }
    await setStandbyNames(primary.url, 'another')
    await untilKind(database, 'waiting')
    const { watch, logged } = watchOf(database)
    // More writes than the pool has connections: all of them wait.
    const writes = Array.from({ length: 12 }, (_, n) => write(database, `waiting${n}`))
    await watch.check()
    await watch.check()
    assert.equal(watch.current(), 'waiting')
    await setStandbyNames(primary.url, '')
    await Promise.all(writes)
    await untilKind(database, 'asynchronous')
    await watch.check()
    assert.equal(watch.current(), 'asynchronous')
    assert.deepEqual(
      logged.map(([fields]) => fields),
      [{ durability: 'waiting' }, { durability: 'asynchronous' }],
    )
    await database.close()
    await assert.rejects(openPostgres(standby.url), DatabaseUnreachable)
  })

  test('a role that cannot see which standby is synchronous is reported, and can after grant pg_monitor', {
    timeout,
  }, async (t) => {
    t.after(() => setStandbyNames(primary.url, ''))
    const owner = Object.assign(new URL(primary.url), {
      username: 'owner',
      password: 'open-sesame',
      pathname: '/owned',
    })
    await runOn(primary.url, `create role owner login password 'open-sesame'`)
    await runOn(primary.url, 'create database owned owner owner')
    const database = await openPostgres(owner.href)
    await setStandbyNames(primary.url, 'FIRST 1 (standby1)')
    await untilKind(database, 'unknown')
    const { watch, logged } = watchOf(database)
    await watch.start('production')
    watch.stop()
    await watch.check()
    assert.equal(logged.length, 1)
    assert.match(logged[0]?.[1] ?? '', /this role cannot see whether .*grant pg_monitor to <role>/)
    const hidden = await doctor(owner.href)
    assert.match(
      hidden,
      /· synchronous_standby_names is set, but this role cannot see.*\n +.*grant pg_monitor to <role>/,
    )
    assert.match(hidden, /✗ No table could be created \(.*timeout\): writes wait for a standby/)
    assert.doesNotMatch(hidden, /replicates synchronously|cannot create tables/)
    await runOn(primary.url, 'set synchronous_commit = local; grant pg_monitor to owner')
    await watch.check()
    assert.equal(watch.current(), 'waiting')
    assert.match(await doctor(owner.href), /✗ .*no synchronous standby is connected: every write waits/)
    await setStandbyNames(primary.url, '')
    await database.close()
  })

  test('after a promotion the log has the new server, and that it has no synchronous standby', {
    timeout,
  }, async () => {
    const [primaryHost, standbyHost] = [new URL(primary.url).host, new URL(standby.url).host]
    const database = await openPostgres(primary.url.replace(primaryHost, `${primaryHost},${standbyHost}`))
    await setStandbyNames(primary.url, '*')
    await untilKind(database, 'synchronous')
    const { watch, logged } = watchOf(database)
    await watch.start('production')
    watch.stop()
    primary.kill()
    await runOn(standby.url, 'select pg_promote()')
    await untilKind(database, 'asynchronous')
    await watch.check()
    await watch.check()
    const [started, moved, changed, ...more] = logged
    assert.deepEqual(started?.[0], { durability: 'synchronous', host: primaryHost })
    assert.deepEqual(moved, [
      { host: standbyHost },
      `PostgreSQL is now at ${standbyHost}. Before, it was at ${primaryHost}.`,
    ])
    assert.deepEqual(changed?.[0], { durability: 'asynchronous' })
    assert.match(changed?.[1] ?? '', /^PostgreSQL has no synchronous standby: .* Set synchronous_standby_names/)
    assert.deepEqual(more, [])
    await database.close()
  })
}

function watchOf(database: Database) {
  const logged: [fields: Record<string, unknown>, message: string][] = []
  const add = (...line: (typeof logged)[number]) => void logged.push(line)
  return { watch: durabilityWatch(database, { info: add, warn: add, error: add }), logged }
}

async function doctor(DATABASE_URL: string): Promise<string> {
  return (await runCliHere(['doctor', '--database'], { DATABASE_URL })).out
}

async function write({ query }: Database, id: string): Promise<void> {
  await query.insertInto('exchange_key').values({ id, nonce: 1, busy_until: 0 }).execute()
}

async function setStandbyNames(url: string, names: string): Promise<void> {
  await runOn(url, `alter system set synchronous_standby_names = '${names}'`)
  await runOn(url, 'select pg_reload_conf()')
}

/** The server applies its settings, and a standby its role, after a while. */
async function untilKind(database: Database, kind: string): Promise<void> {
  const deadline = Date.now() + 10_000
  while ((await readDurability(database)).kind !== kind) assert.ok(Date.now() < deadline, `never ${kind}`)
}
