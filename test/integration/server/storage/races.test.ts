import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { inTransaction, type Query } from '../../../../server/storage/storage.ts'
import { overPostgres } from '../../../support/races.ts'

await overPostgres('transactions that lose a unique value', ({ open, openAgain }) => {
  test('a transaction that loses a unique value to a row that is deleted again, and to a second one, finds the second', async () => {
    const [database, other] = [await open(), await openAgain()]
    const client = { id: 'a', name: 'Shop', created_at: 1 }
    let attempts = 0
    const inserted = await inTransaction(database, async (query) => {
      if (++attempts === 2) await other.query.deleteFrom('client').execute()
      const found = await query.selectFrom('client').select('id').executeTakeFirst()
      if (attempts <= 2) await other.query.insertInto('client').values(client).execute()
      if (found === undefined) await query.insertInto('client').values(client).execute()
      return found === undefined
    })
    assert.deepEqual([inserted, attempts], [false, 3])
    await other.close()
    await database.close()
  })

  test('a statement outside a transaction waits for a row, and then changes it', async () => {
    const setup = await open()
    await sql`do $$ begin
      execute format('alter database %I set default_transaction_isolation = serializable', current_database());
    end $$`.execute(setup.query)
    await setup.query.insertInto('client').values({ id: 'a', name: 'Shop', created_at: 1 }).execute()
    const database = await openAgain()
    const rename = (query: Query, name: string) =>
      query.updateTable('client').set({ name }).where('id', '=', 'a').execute()
    const waiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    let second: Promise<unknown> = Promise.resolve()
    await inTransaction(database, async (query) => {
      await rename(query, 'first')
      second = rename(database.query, 'second')
      while ((await waiting.execute(setup.query)).rows.length === 0);
    })
    await second
    assert.deepEqual(await database.query.selectFrom('client').select('name').execute(), [{ name: 'second' }])
    await sql`do $$ begin
      execute format('alter database %I reset default_transaction_isolation', current_database());
    end $$`.execute(setup.query)
    await Promise.all([database.close(), setup.close()])
  })

  test('a transaction that would always lose fails', async () => {
    const database = await open()
    const client = { id: 'a', name: 'Shop', created_at: 1 }
    await database.query.insertInto('client').values(client).execute()
    let attempts = 0
    const insert = inTransaction(database, async (query) => {
      attempts++
      await query.insertInto('client').values(client).execute()
    })
    await assert.rejects(insert, { code: '23505' })
    assert.equal(attempts, 4)
    await database.close()
  })
})
