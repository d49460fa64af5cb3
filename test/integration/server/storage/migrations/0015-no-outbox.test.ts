// The outbox of earlier versions is dropped, with its rows.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Kysely, sql } from 'kysely'
import { up } from '../../../../../server/storage/migrations/0015-no-outbox.ts'
import { startEngine } from '../../../../support/engine.ts'

test('a store without an outbox takes transfers, and one with rows in it loses the table alone', async () => {
  const engine = await startEngine()
  const { query } = engine.deps.database
  const tables = async () => (await query.introspection.getTables()).map(({ name }) => name)
  try {
    const preview = await engine.preview()
    await engine.execute(preview)
    const { id, lastEvent } = await engine.transferOf(preview)
    const events = async () =>
      (await query.selectFrom('transfer_event').select('n').where('transfer_id', '=', id).execute()).length
    assert.equal(await events(), lastEvent)
    assert.ok(!(await tables()).includes('outbox'))
    // As the first migration made it.
    await sql
      .raw(
        'create table outbox (id text primary key, transfer_id text not null references transfer(id), n integer not null)',
      )
      .execute(query)
    await sql`insert into outbox (id, transfer_id, n) values ('a', ${id}, 1)`.execute(query)
    await up(query as unknown as Kysely<unknown>)
    assert.ok(!(await tables()).includes('outbox'))
    assert.equal(await events(), lastEvent)
  } finally {
    await engine.close()
  }
})
