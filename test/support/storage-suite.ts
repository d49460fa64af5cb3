// The guarantees of every database that the rest of the server relies on.
import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { changedOne, checkReachable, type Database, inTransaction } from '../../server/storage/storage.ts'
import type { Transfer } from '../../server/transfers/transfer-store.ts'
import { type Engine, startEngine } from './engine.ts'
import { claimYoungest } from './poll-due.ts'

export function storageSuite(name: string, open: () => Promise<Database>): void {
  describe(name, () => defineSuite(name, open))
}

function defineSuite(name: string, open: () => Promise<Database>): void {
  let database: Database
  beforeEach(async () => {
    database = await open()
  })
  afterEach(() => database.close())

  const client = (id: string, createdAt = 1) => ({ id, name: 'Shop', created_at: createdAt })
  const count = async () => (await database.query.selectFrom('client').select('id').execute()).length

  test(`${name}: a failed transaction leaves no rows`, async () => {
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

  test(`${name}: long text and large numbers come back whole, and a count is a number`, async () => {
    const text = 'ä1'.repeat(1_000_000)
    await database.query
      .insertInto('client')
      .values({ id: 'a', name: text, created_at: Number.MAX_SAFE_INTEGER })
      .execute()
    const row = await database.query.selectFrom('client').selectAll().executeTakeFirstOrThrow()
    assert.ok(row.name === text)
    assert.equal(row.created_at, Number.MAX_SAFE_INTEGER)
    const counted = database.query.selectFrom('client').select((column) => column.fn.countAll<number>().as('rows'))
    assert.deepEqual(await counted.executeTakeFirstOrThrow(), { rows: 1 })
  })

  test(`${name}: of many who change one row at once, each sees what those before it wrote`, async () => {
    await database.query.insertInto('client').values({ id: 'a', name: '', created_at: 0 }).execute()
    const append = () =>
      inTransaction(database, async (query) => {
        const update = query.updateTable('client').set((column) => ({ created_at: column('created_at', '+', 1) }))
        await update.where('id', '=', 'a').execute()
        return (await query.selectFrom('client').select('created_at').executeTakeFirstOrThrow()).created_at
      })
    const seen = await Promise.all(Array.from({ length: 20 }, append))
    assert.deepEqual(
      seen.sort((a, b) => a - b),
      Array.from({ length: 20 }, (_, n) => n + 1),
    )
  })

  test(`${name}: of many concurrent find-or-inserts, one inserts and the others find it`, async () => {
    const findOrInsert = () =>
      inTransaction(database, async (query) => {
        const found = await query.selectFrom('client').select('id').where('id', '=', 'a').executeTakeFirst()
        if (found === undefined) await query.insertInto('client').values(client('a')).execute()
        return found === undefined
      })
    await connectAll()
    const inserted = await Promise.all(Array.from({ length: 8 }, findOrInsert))
    assert.equal(inserted.filter(Boolean).length, 1)
  })

  test(`${name}: a withdrawal and an open fingerprint belong to one transfer, none to any number`, async () => {
    const engine = await startEngine(database)
    const [first, second] = [await engine.preview('25'), await engine.preview('26')]
    for (const preview of [first, second]) await engine.execute(preview)
    const { id, withdrawalId } = await engine.transferOf(first)
    const other = (await engine.transferOf(second)).id
    const set = (transferId: string, values: { withdrawal_id?: string | null; fingerprint?: string }) =>
      database.query.updateTable('transfer').set(values).where('id', '=', transferId).execute()
    await assert.rejects(set(other, { withdrawal_id: withdrawalId }))
    await set(id, { fingerprint: 'f' })
    await assert.rejects(set(other, { fingerprint: 'f' }))
    for (const each of [id, other]) await set(each, { withdrawal_id: null })
  })

  test(`${name}: what is due is claimed once, however many claim at once`, async () => {
    const engine = await startEngine(database)
    for (let n = 0; n < 25; n++) await engine.execute(await engine.preview(`${n + 10}`))
    engine.wait(60_000)
    await connectAll()
    const batches = await Promise.all(Array.from({ length: 6 }, (_, n) => claimAll(engine, `lease-${n}`)))
    const claimed = batches.flat().map((transfer) => transfer.id)
    assert.equal(claimed.length, 25)
    assert.equal(new Set(claimed).size, 25)
  })

  // Opens the connections first, so that the transactions really overlap.
  const connectAll = () => Promise.all(Array.from({ length: 8 }, () => checkReachable(database)))

  async function claimAll({ deps, script }: Engine, lease: string): Promise<Transfer[]> {
    const all: Transfer[] = []
    for (;;) {
      const batch = await claimYoungest(deps, script.exchange.type, lease)
      if (batch.length === 0) return all
      assert.ok(batch.length <= 20)
      all.push(...batch)
    }
  }
}
