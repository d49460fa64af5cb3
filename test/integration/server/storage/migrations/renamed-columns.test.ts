// A store of a version with the earlier names of columns, tables and states retains its rows.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Kysely, sql } from 'kysely'
import { up as renameColumns } from '../../../../../server/storage/migrations/0022-poll-and-idempotency-names.ts'
import { up as renameStates } from '../../../../../server/storage/migrations/0023-state-names.ts'
import { up as renameExistingMatches } from '../../../../../server/storage/migrations/0028-existing-matches.ts'
import { startEngine } from '../../../../support/engine.ts'

const earlierNames = [
  'alter table transfer rename column next_poll_at to look_at',
  'alter table transfer rename column empty_polls to empty_looks',
  'drop index idempotency_key_expiry',
  'alter table idempotency_key rename to kept_answer',
  'alter table kept_answer rename column sealed_response to sealed_answer',
  'create index kept_answer_expiry on kept_answer(expires_at) where expires_at is not null',
  'alter table attempt rename column existing_matches to known_before',
]

test('transfers, attempts and stored responses outlive the renaming of their columns, tables and states', async () => {
  const engine = await startEngine()
  const { query } = engine.deps.database
  const database = query as unknown as Kysely<unknown>
  try {
    const previews = [await engine.preview('25'), await engine.preview('26'), await engine.preview('27')]
    for (const preview of previews) await engine.execute(preview)
    const transfers = await Promise.all(previews.map((preview) => engine.transferOf(preview)))
    const [waiting, unclear, other] = transfers.map(({ id }) => id)
    const stored = await query.selectFrom('transfer').selectAll().where('id', '=', `${other}`).executeTakeFirstOrThrow()
    await sql`insert into idempotency_key (client_id, key_hash, request_hash, replaceable, sealed_response, created_at)
      values (${stored.client_id}, 'key', 'request', 0, 'response', 1)`.execute(query)
    await query.updateTable('attempt').set({ existing_matches: '["w-1"]' }).execute()
    const attempts = await query.selectFrom('attempt').selectAll().execute()
    assert.equal(attempts.length, 3)
    for (const statement of earlierNames) await sql.raw(statement).execute(query)
    await sql`update transfer set state = 'AwaitingMfa' where id = ${waiting}`.execute(query)
    await sql`update transfer set state = 'Unclear' where id = ${unclear}`.execute(query)

    await renameColumns(database)
    await renameStates(database)
    await renameExistingMatches(database)

    const states = await query.selectFrom('transfer').select(['id', 'state']).execute()
    const stateOf = (id: string | undefined) => states.find((row) => row.id === id)?.state
    assert.deepEqual([stateOf(waiting), stateOf(unclear)], ['RequiresAction', 'Ambiguous'])
    const migrated = await query
      .selectFrom('transfer')
      .selectAll()
      .where('id', '=', `${other}`)
      .executeTakeFirstOrThrow()
    assert.deepEqual(migrated, stored)
    assert.deepEqual(await query.selectFrom('attempt').selectAll().execute(), attempts)
    const responses = await query.selectFrom('idempotency_key').select(['key_hash', 'sealed_response']).execute()
    assert.deepEqual(responses, [{ key_hash: 'key', sealed_response: 'response' }])
  } finally {
    await engine.close()
  }
})
