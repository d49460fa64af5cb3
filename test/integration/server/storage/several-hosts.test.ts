// A database with several hosts, of which the one in use becomes silent or read-only. The limits of the connections are so long that
// each test fails if only they end the wait.
import assert from 'node:assert/strict'
import { getEventListeners } from 'node:events'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { heartbeatOf } from '../../../../server/storage/heartbeat.ts'
import { hostPool } from '../../../../server/storage/host-pool.ts'
import { DatabaseUnreachable, openPostgres } from '../../../../server/storage/postgres.ts'
import { connectTo } from '../../../../server/storage/postgres-pool.ts'
import { checkReachable, type Database, isStorageFailure } from '../../../../server/storage/storage.ts'
import { isShortRun } from '../../../support/length.ts'
import { findPostgres, runOn, startPostgresPair } from '../../../support/postgres.ts'
import { openSilencer } from '../../../support/silencer.ts'

const longLimits = { connectMs: 120_000, statementMs: 120_000 }
const timeout = 60_000

const { postgres, missing } = await findPostgres()
if (postgres === null) test('a silent host is given up', { skip: missing }, () => {})
else {
  after(() => postgres.drop())

  test('a silent host is given up, with its idle connections and its statements', { timeout }, async () => {
    const url = new URL(await postgres.newDatabase())
    const [first, second] = await Promise.all([1, 2].map(() => openSilencer(url.hostname, Number(url.port))))
    assert.ok(first !== undefined && second !== undefined)
    second.setSilent(true)
    const hosts = `127.0.0.1:${first.port},127.0.0.1:${second.port}`
    const database = await openPostgres(url.href.replace(url.host, hosts), longLimits)
    await Promise.all(Array.from({ length: 5 }, () => sleep(database, 0.01)))
    second.setSilent(false)
    const unanswered = sleep(database, 100)
    first.setSilent(true)
    const requests = Array.from({ length: 20 }, () => checkReachable(database).catch((error) => error))
    await assert.rejects(unanswered, isStorageFailure)
    for (const result of await Promise.all(requests)) assert.ok(result === undefined || isStorageFailure(result))
    await checkReachable(database)
    await database.close()
    await Promise.all([first.close(), second.close()])
  })

  test('a connection leaves no listener at its host', async () => {
    const host = hostPool(await postgres.newDatabase(), { settings: { max: 2 } })
    const connections = Array.from({ length: 20 }, async () => (await connectTo(host)).release())
    assert.equal(getEventListeners(host.discarded(), 'abort').length, 20)
    await Promise.all(connections)
    assert.equal(getEventListeners(host.discarded(), 'abort').length, 0)
    await host.end()
  })

  test('another host is searched for before a silent one is given up', { timeout }, async () => {
    const url = new URL(await postgres.newDatabase())
    const silencer = await openSilencer(url.hostname, Number(url.port))
    url.host = `127.0.0.1:${silencer.port}`
    const events: string[] = []
    const givenUp = Promise.withResolvers<void>()
    let beats = 0
    const heartbeat = heartbeatOf({
      current: async () => {
        // The connection of the heartbeat exists at the second beat.
        if (++beats === 2) silencer.setSilent(true)
        return url.href
      },
      onUncertain: () => void events.push('slow'),
      onFailure: () => {
        events.push('given up')
        givenUp.resolve()
      },
    })
    heartbeat.start()
    await givenUp.promise
    await silencer.close()
    await heartbeat.stop()
    assert.deepEqual(events, ['slow', 'given up'])
  })

  test('a new connection to a silent host is not waited for', { timeout }, async () => {
    const url = new URL(await postgres.newDatabase())
    const silencer = await openSilencer(url.hostname, Number(url.port))
    silencer.setSilent(true)
    const database = await openPostgres(
      url.href.replace(url.host, `127.0.0.1:${silencer.port},${url.host}`),
      longLimits,
    )
    await checkReachable(database)
    await database.close()
    await silencer.close()
  })

  test('if no host accepts writes, the error names each with its reason', { timeout }, async () => {
    const url = new URL(await postgres.newDatabase())
    const silencer = await openSilencer(url.hostname, Number(url.port))
    silencer.setSilent(true)
    await runOn(url.href, `alter database ${url.pathname.slice(1)} set default_transaction_read_only = on`)
    const hosts = [url.host, '127.0.0.1:1', `127.0.0.1:${silencer.port}`]
    const opening = openPostgres(url.href.replace(url.host, hosts.join(',')))
    await assert.rejects(opening, (error: Error) => {
      assert.ok(error instanceof DatabaseUnreachable)
      const sentences = error.message.slice(error.message.indexOf('no host')).split(/(?<=\.) /)
      assert.deepEqual(sentences, [
        'no host accepts writes.',
        `${hosts[0]} is a standby, or read-only.`,
        `${hosts[1]} refuses connections.`,
        `${hosts[2]} does not respond.`,
        'Start the primary or promote a standby, and check that DATABASE_URL names every host.',
      ])
      return true
    })
    await silencer.close()
  })
}

if (!isShortRun) await testDemotion()

/** Two servers take seconds to start. */
async function testDemotion(): Promise<void> {
  const pair = await startPostgresPair()
  if (typeof pair === 'string') return void test('reads follow the primary', { skip: pair }, () => {})

  test('a primary that becomes read-only is given up although nothing is written', { timeout }, async () => {
    const { primary, standby } = pair
    const [primaryHost, standbyHost] = [new URL(primary.url).host, new URL(standby.url).host]
    const database = await openPostgres(primary.url.replace(primaryHost, `${primaryHost},${standbyHost}`), longLimits)
    assert.equal(await portOf(database), Number(new URL(primary.url).port))
    await runOn(primary.url, 'alter system set default_transaction_read_only = on')
    await runOn(primary.url, 'select pg_reload_conf()')
    await runOn(standby.url, 'select pg_promote()')
    const isStandby = async () => (await portOf(database).catch(() => null)) === Number(new URL(standby.url).port)
    const deadline = Date.now() + timeout / 2
    while (!(await isStandby())) assert.ok(Date.now() < deadline, 'the read-only server is still used')
    await database.close()
  })
}

async function sleep({ query }: Database, seconds: number): Promise<void> {
  await sql`select pg_sleep(${seconds})`.execute(query)
}

async function portOf({ query }: Database): Promise<number | undefined> {
  return (await sql<{ port: number }>`select inet_server_port() as port`.execute(query)).rows[0]?.port
}
