// Transactions of the embedded database that wait for each other are committed together, and each of them still succeeds or fails alone.
import assert from 'node:assert/strict'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, test } from 'node:test'
import Sqlite from 'better-sqlite3'
import { Kysely, sql } from 'kysely'
import { EmbeddedDialect } from '../../../../server/storage/embedded-dialect.ts'
import { type Database, inTransaction } from '../../../../server/storage/storage.ts'
import type { Tables } from '../../../../server/storage/tables.ts'
import { randomFrom } from '../../../proofs/chaos/random.ts'

let file: string
let commits: number
/** Runs before each commit. */
let onCommit: () => void
let database: Database

beforeEach(() => {
  file = join(mkdtempSync(join(tmpdir(), 'group-commit-')), 'test.db')
  commits = 0
  onCommit = () => {}
  const sqlite = new Sqlite(file, { timeout: 50 })
  sqlite.pragma('journal_mode = WAL')
  sqlite.exec('create table client (id text primary key, name text, created_at integer)')
  const counted = {
    prepare(text: string) {
      if (text === 'commit') {
        commits += 1
        onCommit()
      }
      return sqlite.prepare(text)
    },
    close: () => void sqlite.close(),
    get inTransaction() {
      return sqlite.inTransaction
    },
  }
  const query = new Kysely<Tables>({ dialect: new EmbeddedDialect({ database: counted }) })
  database = { query, close: () => query.destroy() }
})

const add = (id: string) =>
  inTransaction(database, async (query) => {
    await query.insertInto('client').values({ id, name: 'Shop', created_at: 1 }).execute()
    return id
  })

const addThenFail = (id: string) =>
  inTransaction(database, async (query) => {
    await query.insertInto('client').values({ id, name: 'Shop', created_at: 1 }).execute()
    throw new Error(`${id} fails`)
  })

/** The duplicate makes SQLite roll back the whole transaction. `work` goes on as if nothing had happened. */
const addThenLoseTransaction = (id: string) =>
  inTransaction(database, async (query) => {
    await query.insertInto('client').values({ id, name: 'Shop', created_at: 1 }).execute()
    const again = sql`insert or rollback into client values (${id}, 'Shop', 1)`.execute(query)
    await assert.rejects(again, /UNIQUE/)
    await query
      .insertInto('client')
      .values({ id: `${id}, later`, name: 'Shop', created_at: 1 })
      .execute()
  })

const list = async () =>
  (await database.query.selectFrom('client').select('id').orderBy('id').execute()).map((row) => row.id)

/** What another process sees. */
const committed = () => {
  const other = new Sqlite(file, { readonly: true })
  const rows = other.prepare('select id from client order by id').pluck().all()
  other.close()
  return rows
}

test('transactions that wait are committed together, at most sixteen at once', async () => {
  const ids = Array.from({ length: 20 }, (_, at) => `client ${String(at).padStart(2, '0')}`)
  assert.deepEqual(await Promise.all(ids.map(add)), ids)
  assert.equal(commits, 2)
  assert.deepEqual(committed(), ids)
})

test('a transaction is committed at once if no other one waits', async () => {
  await add('a')
  assert.deepEqual(committed(), ['a'])
  await add('b')
  assert.equal(commits, 2)
})

test('a transaction succeeds only after the commit', async () => {
  const succeeded: string[] = []
  onCommit = () => assert.deepEqual(succeeded, [])
  await Promise.all(['a', 'b', 'c'].map(async (id) => succeeded.push(await add(id))))
  assert.equal(succeeded.length, 3)
  assert.equal(commits, 1)
})

test('a transaction that fails undoes its own changes alone', async () => {
  const results = await Promise.allSettled([addThenFail('a'), add('b'), addThenFail('c'), add('d'), addThenFail('e')])
  assert.deepEqual(
    results.map((result) => (result.status === 'fulfilled' ? result.value : result.reason.message)),
    ['a fails', 'b', 'c fails', 'd', 'e fails'],
  )
  assert.deepEqual(committed(), ['b', 'd'])
})

test('if the commit fails, every transaction of the group fails, also one that was rolled back', async () => {
  onCommit = () => {
    throw new Error('disk full')
  }
  const results = await Promise.allSettled([add('a'), addThenFail('b'), add('c')])
  assert.deepEqual(
    results.map((result) => result.status === 'rejected' && result.reason.message),
    ['disk full', 'disk full', 'disk full'],
  )
  onCommit = () => {}
  assert.deepEqual(await list(), [])
  await add('d')
  assert.deepEqual(committed(), ['d'])
})

for (const before of [[], ['a'], ['a', 'b']]) {
  test(`if SQLite ends the transaction by itself, no transaction of its group succeeds (${before.length} before)`, async () => {
    const results = await Promise.allSettled([...before.map(add), addThenLoseTransaction('lost'), add('x'), add('y')])
    const expected = [...before.map(() => 'rejected'), 'rejected', 'fulfilled', 'fulfilled']
    assert.deepEqual(
      results.map(({ status }) => status),
      expected,
    )
    assert.deepEqual(committed(), ['x', 'y'])
  })
}

test('a statement never reads what is not committed', async () => {
  onCommit = () => {
    throw new Error('disk full')
  }
  const adding = Promise.allSettled(['a', 'b', 'c'].map(add))
  const [first, second] = await Promise.all([list(), list()])
  assert.deepEqual([first, second], [[], []])
  await adding
})

test('a statement waits for one group, not for all transactions', async () => {
  const order: string[] = []
  const adding = Array.from({ length: 40 }, async (_, at) => order.push(await add(`${at}`)))
  const reading = list().then((rows) => order.push(`read ${rows.length}`))
  await Promise.all([...adding, reading])
  // All 40 came before it. It still runs after the second group, when its turn comes.
  assert.equal(order.indexOf('read 40'), 40)
  const early = Array.from({ length: 8 }, async (_, at) => order.push(await add(`early ${at}`)))
  const between = list().then((rows) => order.push(`read ${rows.length}`))
  const late = Array.from({ length: 20 }, async (_, at) => order.push(await add(`late ${at}`)))
  await Promise.all([...early, between, ...late])
  assert.ok(order.includes('read 56'), order.slice(41).join())
})

test('while another process holds the lock, a transaction waits and tries again', async () => {
  const other = new Sqlite(file)
  other.exec('begin immediate')
  let pauses = 0
  const patient: Database = {
    ...database,
    async pause() {
      pauses += 1
      if (pauses === 3) other.exec('rollback')
    },
  }
  const adding = ['a', 'b'].map((id) =>
    inTransaction(patient, (query) => query.insertInto('client').values({ id, name: '', created_at: 1 }).execute()),
  )
  await Promise.all(adding)
  other.close()
  assert.deepEqual(committed(), ['a', 'b'])
})

test('in any mixture, exactly the transactions that succeed have changed the database', async () => {
  const random = randomFrom(7)
  onCommit = () => {
    if (random.chance(0.2)) throw new Error('disk full')
  }
  const kinds = [
    ...Array(12).fill(add),
    addThenFail,
    addThenFail,
    addThenLoseTransaction,
    async () => void (await list()),
  ]
  const succeeded: string[] = []
  for (let round = 0; round < 40; round++) {
    const running = Array.from({ length: 30 }, async (_, at) => {
      const id = `${round} ${at}`
      for (let steps = Math.floor(random.between(0, 20)); steps > 0; steps--) await null
      const run = random.pick(kinds)
      await run(id).then(
        () => run === add && succeeded.push(id),
        () => {},
      )
    })
    await Promise.all(running)
  }
  assert.deepEqual(committed(), succeeded.sort())
  assert.ok(succeeded.length > 200 && commits < succeeded.length, `${succeeded.length} ${commits}`)
})
