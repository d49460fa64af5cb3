// A server starts with --after-restore at the moment in which an operator confirms the restore before.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openPostgres } from '../../../../server/storage/postgres.ts'
import { beginRestore, confirmRestore, readRestore, recordComparison } from '../../../../server/transfers/restore.ts'
import { listPauses } from '../../../../server/transfers/sending-pause.ts'
import { findPostgres } from '../../../support/postgres.ts'

const { postgres, missing } = await findPostgres()

test('a start during a confirmation leaves sending paused', { skip: missing }, async () => {
  if (postgres === null) return
  after(() => postgres.drop())
  const url = await postgres.newDatabase()
  const [one, other, watcher] = [await openPostgres(url), await openPostgres(url), await openPostgres(url)]
  after(() => Promise.all([one, other, watcher].map((database) => database.close())))
  for (let round = 0; round < 40; round++) {
    await beginRestore(one, { now: new Date(2 * round) })
    const restore = await readRestore(one.query)
    assert.ok(restore && (await recordComparison(one.query, restore, 'c0de')))
    const [confirmed] = await Promise.all([
      confirmRestore(other, 'c0de'),
      beginRestore(one, { now: new Date(2 * round + 1) }),
    ])
    assert.notEqual(await readRestore(watcher.query), null)
    assert.deepEqual(
      (await listPauses(watcher.query)).map(({ scope }) => scope.kind),
      ['restore'],
      `round ${round}, confirmed ${confirmed}`,
    )
  }
})
