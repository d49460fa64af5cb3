// A transfer no longer refers to its preview. On SQLite its table is written again for that.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { isPostgres } from '../../../../../server/storage/dialect.ts'
import { migrate } from '../../../../../server/storage/migrate.ts'
import { inTransaction } from '../../../../../server/storage/storage.ts'
import { deleteOldPreviews } from '../../../../../server/transfers/delete-previews.ts'
import { undoMigrations } from '../../../../support/earlier-schema.ts'
import { startEngine } from '../../../../support/engine.ts'

const tables = ['preview', 'transfer', 'attempt', 'transfer_event'] as const

/** Without the column of a later migration. */
function asBefore({ detail_hash: _, ...row }: Record<string, unknown>): Record<string, unknown> {
  return row
}

test('transfers, their attempts and their timelines outlive the migration, and then their previews', async () => {
  const engine = await startEngine()
  const { database } = engine.deps
  const { query } = database
  try {
    engine.script.outcomes = [() => ({ kind: 'rejected', code: 'no' })]
    for (let count = 0; count < 3; count++) await engine.execute(await engine.preview())
    const rows = async () =>
      Object.fromEntries(
        await Promise.all(
          tables.map(
            async (table) => [table, (await query.selectFrom(table).selectAll().execute()).map(asBefore)] as const,
          ),
        ),
      )
    const before = await rows()
    assert.deepEqual([before.transfer?.length, before.attempt?.length], [3, 3])
    await undoMigrations(database, '0034-retention')
    await requirePreviews()

    await migrate(query)

    assert.deepEqual(await rows(), before)
    engine.wait(86_400_000)
    assert.equal(await deleteOldPreviews(engine.deps, 60_000), 3)
    assert.deepEqual(await rows(), { ...before, preview: [] })
    const orphan = sql`update attempt set transfer_id = 'none'`
    await assert.rejects(orphan.execute(query), 'references to the table are still checked')
  } finally {
    await engine.close()
  }

  /** As in the version before. */
  async function requirePreviews(): Promise<void> {
    if (isPostgres(query)) {
      await sql`alter table transfer add constraint transfer_preview_id_fkey
        foreign key (preview_id) references preview(id)`.execute(query)
      return
    }
    await inTransaction(database, async (inside) => {
      await sql`pragma defer_foreign_keys = on`.execute(inside)
      const stored = sql<{ sql: string }>`select sql from sqlite_master where name = 'transfer'
        union all select sql from sqlite_master where tbl_name = 'transfer' and type = 'index' and sql is not null`
      const [created, ...indexes] = (await stored.execute(inside)).rows.map((row) => row.sql)
      const referring = created?.replace('preview_id text not null unique', '$& references preview(id)')
      assert.notEqual(referring, created)
      const renewed = ['create table copied as select * from transfer', 'drop table transfer', referring ?? '']
      const filled = ['insert into transfer select * from copied', 'drop table copied', ...indexes]
      for (const statement of [...renewed, ...filled]) await sql.raw(statement).execute(inside)
    })
    await assert.rejects(sql`delete from preview`.execute(query), /FOREIGN KEY/)
  }
})
