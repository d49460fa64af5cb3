// The list of the audit log.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { entriesAtOnce } from '../../../../server/audit/list-audit.ts'
import type { AuditRow } from '../../../../server/contract/console/audit.ts'
import type { Page } from '../../../../server/contract/console/page.ts'
import { consoleOver, type TestConsole } from '../../../support/console.ts'
import { openStorageUnderTest } from '../../../support/storage-under-test.ts'
import { startTestServer, type TestServer } from '../../../support/test-server.ts'

const startedAt = Date.parse('2026-11-01T00:00:00Z')
const minuteMs = 60_000
const stored = entriesAtOnce + 100

describe('the audit log', () => {
  let server: TestServer
  let tested: TestConsole
  let session: string
  before(async () => {
    server = await startTestServer()
    const database = await openStorageUnderTest()
    tested = consoleOver({ ...server.deps, database }, { database })
    session = await tested.signedIn('viewer')
    for (let from = 1; from <= stored; from += 500) {
      const numbers = Array.from({ length: Math.min(500, stored - from + 1) }, (_, index) => from + index)
      await database.query.insertInto('audit_entry').values(numbers.map(entry)).execute()
    }
  })
  after(async () => {
    await tested.deps.database.close()
    await server.stop()
  })

  const list = async (query: string): Promise<Page<AuditRow>> =>
    (await tested.request('GET', `/api/audit?${query}`, { session })).body
  const numbers = ({ rows }: Page<AuditRow>) => rows.map(({ n }) => n)

  test('a search for a rare operator ends early, says where, and continues there', async () => {
    const page = await list('actor=Rare')
    assert.deepEqual([numbers(page), page.searchedTo], [[120], new Date(startedAt + 101 * minuteMs).toISOString()])
    const following = await list(`actor=Rare&after=${page.next}`)
    assert.deepEqual([numbers(following), following.searchedTo, following.next], [[100, 7], null, null])
  })

  test('a full page, a target and entries since a time are complete', async () => {
    const newest = await list('actor=Usual')
    assert.deepEqual([newest.rows.length, newest.searchedTo, newest.next], [50, null, String(stored - 49)])
    assert.deepEqual(await list('target=rare').then(numbers), [120, 100, 7])
    const since = (n: number) => list(`actor=Rare&since=${new Date(startedAt + n * minuteMs).toISOString()}`)
    const [late, early] = [await since(300), await since(120)]
    assert.deepEqual([numbers(late), late.next], [[], null])
    assert.deepEqual([numbers(early), early.next], [[120], '101'])
  })

  test('a page after a number beyond the newest entry begins with the newest entry', async () => {
    for (const beyond of [stored + 1, stored + entriesAtOnce + 2, 999_999_999_999_999]) {
      assert.deepEqual(await list(`actor=Rare&after=${beyond}`), await list('actor=Rare'))
    }
    assert.deepEqual(numbers(await list('after=999999')), numbers(await list('')))
  })
})

function entry(n: number) {
  const isRare = [7, 100, 120].includes(n)
  const facts = { action: 'client.create', details: '{"before":null,"after":null}', previous_hash: '', hash: '' }
  const by = { actor: isRare ? 'Rare' : 'Usual', origin: 'here', target: isRare ? 'rare' : `client-${n}` }
  return { n, at: startedAt + n * minuteMs, ...by, ...facts }
}
