// A database that cannot grow any more: an error before anything is sent, a later write after.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { openSqlite } from '../../../../server/storage/sqlite.ts'
import { isStorageFailure } from '../../../../server/storage/storage.ts'
import type { Preview } from '../../../../server/transfers/preview-store.ts'
import { type Engine, startEngine } from '../../../support/engine.ts'

const folder = mkdtempSync(join(tmpdir(), 'full-disk-'))
const previews: Preview[] = []
const enough = 120
let engine: Engine
before(async () => {
  engine = await startEngine(await openSqlite(folder))
  for (let n = 0; n < enough; n++) previews.push(await engine.preview(`1.${String(n).padStart(3, '0')}`))
})
after(async () => {
  await engine.close()
  rmSync(folder, { recursive: true, force: true })
})

/** How many pages more the file may have. */
async function allowPages(more: number): Promise<void> {
  const { query } = engine.deps.database
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(query)
  await sql`pragma max_page_count = ${sql.lit((rows[0]?.page_count ?? 0) + more)}`.execute(query)
}

async function executed(preview: Preview): Promise<string> {
  const { orders } = engine.script
  const before = orders.length
  try {
    const { outcome } = await engine.execute(preview)
    assert.equal(outcome, 'ordered')
    return 'sent'
  } catch (error) {
    assert.equal(orders.length, before, 'an error after a send')
    assert.ok(isStorageFailure(error), String(error))
    return 'refused'
  }
}

test('a full disk refuses with a storage failure before the send and never after it, and all is well when there is room', async () => {
  await allowPages(8)
  const outcomes: string[] = []
  for (const preview of previews) outcomes.push(await executed(preview))
  const count = (word: string) => outcomes.filter((outcome) => outcome === word).length
  assert.ok(count('sent') > 0 && count('refused') > 0, outcomes.join())
  assert.equal(engine.script.orders.length, count('sent'))

  await allowPages(10_000)
  for (const preview of previews) assert.equal(await executed(preview), 'sent')
  assert.equal(engine.script.orders.length, enough)
  engine.wait(60_000)
  await engine.poll()
  for (const preview of previews) assert.equal((await engine.transferOf(preview)).state, 'Submitted')
})
