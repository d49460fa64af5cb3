// A host without a free connection, of a database with several hosts. It still works on the connections that it has.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { Client } from 'pg'
import { heartbeatOf } from '../../../../server/storage/heartbeat.ts'
import { openPool } from '../../../../server/storage/postgres-pool.ts'
import { findWritable } from '../../../../server/storage/writable-host.ts'
import { findPostgres, runOn } from '../../../support/postgres.ts'

const down = 'postgresql://127.0.0.1:1/none'
const { postgres, missing } = await findPostgres()
if (postgres === null) test('a full host stays in use', { skip: missing }, () => {})
else {
  after(() => postgres.drop())

  test('the heartbeat does not give up a full host', async () => {
    const { full } = await databaseWithFullRole()
    const events: string[] = []
    const secondBeat = Promise.withResolvers<void>()
    let beats = 0
    const heartbeat = heartbeatOf({
      current: async () => {
        if (++beats === 2) secondBeat.resolve()
        return full
      },
      onUncertain: () => void events.push('uncertain'),
      onFailure: () => void events.push('given up'),
    })
    heartbeat.start()
    await secondBeat.promise
    await heartbeat.stop()
    assert.ok(events.length > 0)
    assert.deepEqual(new Set(events), new Set(['uncertain']))
  })

  test('a search accepts the full host that was last used, if no other host accepts writes', async () => {
    const { full, free } = await databaseWithFullRole()
    const running = new AbortController().signal
    assert.equal(await findWritable({ addresses: [down, full], lastUsed: 1 }, running), 1)
    assert.equal(await findWritable({ addresses: [full, free], lastUsed: 0 }, running), 1)
    await assert.rejects(findWritable({ addresses: [down, full], lastUsed: null }, AbortSignal.abort()))
  })

  test('after a lost connection to a full host, the host is used again as soon as it has a free connection', async () => {
    const { full, free, setLimit } = await databaseWithFullRole()
    await setLimit(2)
    const other = new Client({ connectionString: full })
    await other.connect()
    const settings = { max: 1, connectionTimeoutMillis: 1_000 }
    const pool = openPool(full.replace('@', '@127.0.0.1:1,'), settings, { hasHeartbeat: false })
    const client = await pool.connect()
    await setLimit(1)
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid', [])
    await runOn(free, `select pg_terminate_backend(${rows[0]?.pid})`)
    await assert.rejects(client.query('select 1', []), { code: '08006' })
    client.release()
    await assert.rejects(pool.connect(), { code: '53300' })
    await setLimit(2)
    const next = await pool.connect()
    next.release()
    await Promise.all([other.end(), pool.end()])
  })

  /** `full` is the database as a role that may not connect any more, and `free` the same one as its owner. */
  async function databaseWithFullRole() {
    const free = (await postgres?.newDatabase()) ?? ''
    const role = `role_${new URL(free).pathname.slice(1)}`
    await runOn(free, `create role ${role} login password 'open-sesame' connection limit 0`)
    after(() => runOn(free, `drop role ${role}`))
    const full = Object.assign(new URL(free), { username: role, password: 'open-sesame' }).href
    return { full, free, setLimit: (limit: number) => runOn(free, `alter role ${role} connection limit ${limit}`) }
  }
}
