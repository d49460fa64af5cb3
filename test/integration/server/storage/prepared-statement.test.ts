import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { preparedStatement } from '../../../../server/storage/prepared-statement.ts'
import { openSqlite } from '../../../../server/storage/sqlite.ts'
import { inTransaction } from '../../../../server/storage/storage.ts'

const database = await openSqlite(':memory:')
after(() => database.close())

interface Bucket {
  id: string
  busy_until: number
}

const insert = preparedStatement((query, row: Bucket) => query.insertInto('rate_bucket').values(row))
const add = preparedStatement((query, { id, more, least }: { id: string; more: number; least: number }) =>
  query
    .updateTable('rate_bucket')
    .set((column) => ({ busy_until: column('busy_until', '+', more) }))
    .where('busy_until', '>=', least)
    .where('id', '=', id)
    .returning('busy_until'),
)

test('a prepared statement gets its values by name, in and outside a transaction', async () => {
  assert.equal((await insert(database.query, { id: 'one', busy_until: 5 })).numAffectedRows, 1n)
  await inTransaction(database, (query) => insert(query, { busy_until: 7, id: 'two' }))
  assert.deepEqual((await add(database.query, { least: 6, id: 'two', more: 3 })).rows, [{ busy_until: 10 }])
  assert.deepEqual((await add(database.query, { least: 6, id: 'one', more: 3 })).rows, [])
})

test('a prepared statement that computes with a placeholder is refused', () => {
  const twice = preparedStatement((query, { id, until }: { id: string; until: number }) =>
    query
      .updateTable('rate_bucket')
      .set({ busy_until: until * 2 })
      .where('id', '=', id),
  )
  assert.throws(() => twice(database.query, { id: 'one', until: 4 }), /does not contain its values until/)
})

test('a prepared statement that reads all columns is refused', () => {
  const all = preparedStatement((query, { id }: { id: string }) =>
    query.selectFrom('rate_bucket').selectAll().where('id', '=', id),
  )
  assert.throws(() => all(database.query, { id: 'one' }), /must list its columns/)
})

test('a prepared statement without one of its values is refused', async () => {
  const part = { id: 'three' } as Bucket
  assert.throws(() => insert(database.query, part), /without its value busy_until/)
})
