// Executes against the deletion of their preview, on two processes over PostgreSQL.
import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import type { Database } from '../../../../server/storage/storage.ts'
import { deleteOldPreviews } from '../../../../server/transfers/delete-previews.ts'
import { executeTransfer } from '../../../../server/transfers/execute.ts'
import type { Preview } from '../../../../server/transfers/preview-store.ts'
import { type Engine, startEngine } from '../../../support/engine.ts'
import { assertRefused, overPostgres, overtake } from '../../../support/races.ts'

await overPostgres('the deletion of previews', ({ open, openAgain }) => {
  let engine: Engine
  let other: Database
  let amounts = 10
  beforeEach(async () => {
    engine = await startEngine(await open())
    other = await openAgain()
  })
  afterEach(async () => {
    await other.close()
    await engine.close()
  })

  const execute = (database: Database, { id: previewId }: Preview) => {
    const owner = { clientId: engine.clientId, accountId: engine.accountId, sessionId: null }
    const request = { ...owner, linkId: null, transactionId: null, previewId, mfaCode: null }
    return executeTransfer({ ...engine.deps, database }, request)
  }
  /** The clock of the process that deletes is ahead: it deletes a preview that the other one can still execute. */
  const deletePreviews = (database: Database) =>
    deleteOldPreviews({ database, now: () => new Date(engine.deps.now().getTime() + 3_600_000) }, 60_000)

  for (const [name, executesFirst] of [
    ['an execute is overtaken by the deletion', true],
    ['the deletion is overtaken by an execute', false],
  ] as const) {
    test(`${name}: the preview is sent once and stays, or is deleted and not sent`, async () => {
      const { query } = engine.deps.database
      const outcomes = new Set<string>()
      const rounds = await overtake<unknown, unknown>(engine.deps.database, other, async () => {
        const preview = await engine.preview(String(++amounts))
        const before = engine.script.orders.length
        const steps = [(database: Database) => execute(database, preview), deletePreviews] as const
        return {
          first: executesFirst ? steps[0] : steps[1],
          second: executesFirst ? steps[1] : steps[0],
          async check(first, second) {
            const executed = executesFirst ? first : second
            const deleted = executesFirst ? second : first
            assert.equal(deleted.status, 'fulfilled', String('reason' in deleted && deleted.reason))
            const sent = engine.script.orders.length - before
            const stored = await query.selectFrom('preview').select('id').where('id', '=', preview.id).execute()
            assert.equal(stored.length, sent, 'a preview that was sent is still needed, another one is gone')
            if (sent === 0) assertRefused(executed, outcomeOf(executed))
            else assert.equal((await engine.execute(preview)).outcome, 'ordered')
            assert.equal(engine.script.orders.length, before + sent)
            outcomes.add(sent === 0 ? 'deleted' : 'sent')
          },
        }
      })
      assert.ok(rounds > 2, `${rounds} rounds`)
      // The first statement of the deletion locks the preview, so nothing overtakes it.
      assert.deepEqual([...outcomes].sort(), executesFirst ? ['deleted', 'sent'] : ['deleted'])
    })
  }

  /** Nothing is sent by a preview that is gone, and the reason depends on how far the execute was. */
  function outcomeOf(executed: PromiseSettledResult<unknown>): string {
    const { type } = (executed as { reason?: { type?: string } }).reason ?? {}
    return type === 'previewNotFound' ? 'previewNotFound' : 'previewExpired'
  }

  test('two processes that delete at once delete each preview once, and do not wait for each other', async () => {
    const rounds = await overtake(engine.deps.database, other, async () => {
      for (let count = 0; count < 3; count++) await engine.preview(String(++amounts))
      return {
        first: deletePreviews,
        second: deletePreviews,
        check(first, second) {
          const counts = [first, second].map((each) => (each.status === 'fulfilled' ? each.value : Number.NaN))
          assert.equal((counts[0] ?? 0) + (counts[1] ?? 0), 3)
        },
      }
    })
    assert.ok(rounds > 1)
  })
})
