import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Kysely, type PostgresPoolClient } from 'kysely'
import { ServerDialect } from '../../../server/storage/dialect.ts'
import type { Database } from '../../../server/storage/storage.ts'
import { durabilityWatch } from '../../../server/watch-durability.ts'

/** What PostgreSQL responds with a synchronous standby. */
const synchronous = {
  configured: 'on',
  used: 'on',
  names: '*',
  address: '10.0.0.1',
  port: 5432,
  standbys: 1,
  synchronous: 1,
  hidden: 0,
}
const asynchronous = { ...synchronous, names: '', synchronous: 0 }
const hidden = { ...synchronous, synchronous: 0, hidden: 1 }
const waiting = { ...synchronous, standbys: 0, synchronous: 0 }

type Response = typeof synchronous | 'no response'

/** The level, state and beginning of each line that the log has after a start and a check for each further response. */
async function logOf(...responses: Response[]): Promise<string[]> {
  const lines: string[] = []
  const add = (level: string) => (fields: Record<string, unknown>, message: string) =>
    void lines.push(`${level} ${fields.durability ?? fields.host}: ${message.slice(0, 60)}`)
  const database = responding([...responses])
  const watch = durabilityWatch(database, { info: add('info'), warn: add('warn'), error: add('error') })
  await watch.start('production')
  watch.stop()
  for (const _ of responses.slice(1)) await watch.check()
  return lines
}

function responding(responses: Response[]): Database {
  const query = async () => {
    const response = responses.shift()
    if (response === undefined || response === 'no response') throw new Error('no response')
    return { rows: [response], command: 'SELECT', rowCount: 1 }
  }
  const client = { query, release() {} } as unknown as PostgresPoolClient
  const pool = { connect: async () => client, end: async () => {} }
  return { query: new Kysely({ dialect: new ServerDialect({ pool: pool as never }) }), close: async () => {} }
}

const started = 'info synchronous: PostgreSQL replicates synchronously: 1 synchronous standby c'
const nowAsynchronous = 'warn asynchronous: PostgreSQL has no synchronous standby: 1 connected, none of '
const nowUnknown = 'warn unknown: synchronous_standby_names is set, but this role cannot see w'

test('each change between synchronous and asynchronous is logged once', async () => {
  const lines = await logOf(synchronous, asynchronous, asynchronous, synchronous)
  assert.deepEqual(lines, [started, nowAsynchronous, started.replace('info', 'warn')])
})

test('a database that does not respond changes nothing', async () => {
  assert.deepEqual(await logOf(synchronous, 'no response', synchronous), [started])
  assert.deepEqual(await logOf(synchronous, 'no response', asynchronous), [started, nowAsynchronous])
})

test('standbys that the role cannot see are logged once, and not as the end of a wait', async () => {
  assert.deepEqual(await logOf(hidden, hidden, hidden), [nowUnknown])
  const [, ...lines] = await logOf(synchronous, waiting, hidden)
  assert.deepEqual(lines, ['warn waiting: Writes wait for the synchronous standby. synchronous_standby', nowUnknown])
})

test('writes wait for as many standbys as are required', async () => {
  for (const names of ['FIRST 2 (a, b)', 'any 2 (a, b, c)', ' 2(a,b)']) {
    const [line] = await logOf({ ...synchronous, names })
    assert.equal(line, 'warn waiting: synchronous_standby_names is set, but only 1 of 2 synchronou')
    assert.deepEqual(await logOf({ ...synchronous, names, synchronous: 2 }), [started.replace(': 1', ': 2')])
  }
  for (const names of ['a, b', 'FIRST 1 (a, b)', 'ANY 1 (a, b)', '"2 (x"']) {
    assert.deepEqual(await logOf({ ...synchronous, names }), [started])
  }
})

test('the end of a wait is logged', async () => {
  const [, line] = await logOf(waiting, synchronous)
  assert.equal(line, 'warn synchronous: Writes no longer wait for the synchronous standby. PostgreSQ')
})

test('a change of the server is logged, also if its durability is the same', async () => {
  const moved = { ...synchronous, address: '10.0.0.2' }
  const lines = await logOf(synchronous, moved, moved, 'no response', { ...moved, address: 'fd00::1' })
  assert.deepEqual(lines, [
    started,
    'warn 10.0.0.2:5432: PostgreSQL is now at 10.0.0.2:5432. Before, it was at 10.0.0',
    'warn [fd00::1]:5432: PostgreSQL is now at [fd00::1]:5432. Before, it was at 10.0.',
  ])
})
