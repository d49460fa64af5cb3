// What the rest of the server relies on, whichever database is behind it.
import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { changedOne, type Database, inTransaction } from '../../server/storage/storage.ts'

export function storageSuite(name: string, open: () => Promise<Database>): void {
  let database: Database
  beforeEach(async () => {
    database = await open()
  })
  afterEach(() => database.close())

  const client = (id: string, createdAt = 1) => ({ id, name: 'Shop', created_at: createdAt })
  const count = async () => (await database.query.selectFrom('client').select('id').execute()).length

  test(`${name}: what failed in the middle leaves nothing`, async () => {
    const failing = inTransaction(database, async (query) => {
      await query.insertInto('client').values(client('a')).execute()
      throw new Error('in the middle')
    })
    await assert.rejects(failing, /in the middle/)
    assert.equal(await count(), 0)
  })

  test(`${name}: a statement by condition is won by one of many`, async () => {
    await database.query.insertInto('client').values(client('a')).execute()
    const key = { id: 'k', client_id: 'a', hash: 'h', created_at: 1, revoked_at: null }
    await database.query.insertInto('client_secret').values(key).execute()
    const revoke = (at: number) =>
      inTransaction(database, async (query) => {
        const update = query.updateTable('client_secret').set({ revoked_at: at }).where('id', '=', 'k')
        return changedOne(await update.where('revoked_at', 'is', null).executeTakeFirstOrThrow())
      })
    const winners = await Promise.all(Array.from({ length: 20 }, (_, at) => revoke(at + 1)))
    assert.equal(winners.filter(Boolean).length, 1)
  })

  test(`${name}: the same key twice is refused`, async () => {
    await database.query.insertInto('client').values(client('a')).execute()
    await assert.rejects(database.query.insertInto('client').values(client('a')).execute())
  })

  test(`${name}: a row that belongs to none is refused`, async () => {
    const orphan = { client_id: 'nobody', url: 'https://shop.example/', created_at: 1 }
    await assert.rejects(database.query.insertInto('callback_url').values(orphan).execute())
  })

  test(`${name}: times come back as the numbers they were, text letter for letter`, async () => {
    const at = Date.parse('2026-11-20T14:02:11.123Z')
    const text = '12345678.901234567890123456 “ünïcödé” 😀\u0000'.replace('\u0000', '')
    await database.query.insertInto('client').values({ id: 'a', name: text, created_at: at }).execute()
    const row = await database.query.selectFrom('client').selectAll().executeTakeFirstOrThrow()
    assert.deepEqual([row.name, row.created_at], [text, at])
    assert.equal(typeof row.created_at, 'number')
  })

  test(`${name}: what an update returns is what it changed`, async () => {
    for (const id of ['a', 'b', 'c']) await database.query.insertInto('client').values(client(id)).execute()
    const rows = await database.query
      .updateTable('client')
      .set({ name: 'New' })
      .where('id', 'in', ['a', 'c'])
      .returning('id')
      .execute()
    assert.deepEqual(rows.map((row) => row.id).sort(), ['a', 'c'])
  })
}
