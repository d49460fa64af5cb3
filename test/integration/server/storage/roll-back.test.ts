// A release is rolled back: this version starts on a database that a newer one has migrated.
import assert from 'node:assert/strict'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { sql } from 'kysely'
import { openPostgres, openPostgresBeside } from '../../../../server/storage/postgres.ts'
import { SchemaMismatch } from '../../../../server/storage/schema-version.ts'
import { openSqlite, openSqliteBeside } from '../../../../server/storage/sqlite.ts'
import type { Database } from '../../../../server/storage/storage.ts'
import { findPostgres } from '../../../support/postgres.ts'

interface Place {
  /** As a server, which migrates. */
  open(): Promise<Database>
  /** As a command beside a server. */
  openBeside(): Promise<Database>
}

function rollBackSuite(name: string, newPlace: () => Promise<Place>) {
  describe(name, () => {
    /** What a newer version leaves: two more migrations, and the oldest one that a version must have. */
    const migrateFurther = async ({ open }: Place, oldestUsable: string) => {
      const { query, close } = await open()
      for (const next of ['9998-next', '9999-after-next'])
        await sql`insert into kysely_migration (name, timestamp) values (${next}, '2027-01-01T00:00:00Z')`.execute(
          query,
        )
      await sql`update schema_version set oldest_usable = ${oldestUsable}`.execute(query)
      await sql`create table added_later (id integer primary key)`.execute(query)
      await query.insertInto('client').values({ id: 'a', name: 'Shop', created_at: 1 }).execute()
      await close()
    }

    test('serves on a schema to which newer migrations only added, and changes nothing of it', async () => {
      const place = await newPlace()
      await migrateFurther(place, '0030-schema-version')
      for (const open of [place.open, place.openBeside]) {
        const { query, close } = await open()
        assert.equal((await query.selectFrom('client').selectAll().execute()).length, 1)
        const { rows } = await sql`select name from kysely_migration where name like '99%'`.execute(query)
        assert.equal(rows.length, 2)
        const version = await sql`select oldest_usable from schema_version`.execute(query)
        assert.deepEqual(version.rows, [{ oldest_usable: '0030-schema-version' }])
        await close()
      }
    })

    test('refuses a schema that a newer migration changed, and says what to do', async () => {
      const place = await newPlace()
      await migrateFurther(place, '9998-next')
      for (const open of [place.open, place.openBeside])
        await assert.rejects(open(), (error) => {
          assert.ok(error instanceof SchemaMismatch, String(error))
          assert.match(error.message, /newer version.*Start the newer version again/)
          return true
        })
    })

    test('refuses a schema that lacks one of its own migrations', async () => {
      const place = await newPlace()
      await migrateFurther(place, '0029-token-and-session-names')
      const { query, close } = await place.open()
      await sql`delete from kysely_migration where name = '0030-schema-version'`.execute(query)
      await close()
      await assert.rejects(place.open(), SchemaMismatch)
    })
  })
}

rollBackSuite('in a file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'roll-back-'))
  return { open: () => openSqlite(folder), openBeside: () => openSqliteBeside(folder) }
})

const { postgres, missing } = await findPostgres()
if (postgres === null) test('a release is rolled back on PostgreSQL', { skip: missing }, () => {})
else {
  after(() => postgres.drop())
  rollBackSuite('in PostgreSQL', async () => {
    const url = await postgres.newDatabase()
    return { open: () => openPostgres(url), openBeside: () => openPostgresBeside(url) }
  })
}
