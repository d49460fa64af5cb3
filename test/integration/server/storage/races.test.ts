import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inTransaction } from '../../../../server/storage/storage.ts'
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
