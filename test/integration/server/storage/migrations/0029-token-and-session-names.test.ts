// Tokens and link sessions outlive the renaming of their columns.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { migrate } from '../../../../../server/storage/migrate.ts'
import { undoMigrations } from '../../../../support/earlier-schema.ts'
import { startEngine } from '../../../../support/engine.ts'

test('tokens keep their sign-in, and a moved session may read as long as before', async () => {
  const engine = await startEngine()
  const { query } = engine.deps.database
  try {
    await query.updateTable('link_session').set({ reads_until: 7 }).execute()
    const rows = async () => ({
      tokens: await query.selectFrom('token').selectAll().orderBy('hash').execute(),
      sessions: await query.selectFrom('link_session').selectAll().orderBy('id').execute(),
    })
    const before = await rows()
    assert.ok(before.tokens.length > 0 && before.sessions.length > 0)
    await undoMigrations(engine.deps.database, '0029-token-and-session-names')
    const earlier = await sql<{ family_id: string; follows_until: number }>`
      select family_id, follows_until from token, link_session`.execute(query)
    assert.equal(earlier.rows[0]?.family_id, before.tokens[0]?.sign_in_id)
    assert.equal(earlier.rows[0]?.follows_until, 7)

    await migrate(query)

    assert.deepEqual(await rows(), before)
  } finally {
    await engine.close()
  }
})
