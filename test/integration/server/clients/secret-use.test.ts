// The use of a secret is written after the response, at most once an hour, and without another statement in between.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { authenticateClient, createClient } from '../../../../server/clients/clients.ts'
import { secretsOf } from '../../../../server/clients/key-sets.ts'
import type { Database } from '../../../../server/storage/storage.ts'
import { openStorageUnderTest } from '../../../support/storage-under-test.ts'

const hourMs = 3_600_000
let database: Database
let now = new Date('2026-11-20T12:00:00Z')
before(async () => {
  database = await openStorageUnderTest()
})
after(() => database.close())

/** The database with its statements counted. */
function counted(): { database: Database; statements: string[] } {
  const statements: string[] = []
  const query = database.query.withPlugin({
    transformQuery({ node }) {
      statements.push(node.kind)
      return node
    },
    transformResult: async ({ result }) => result,
  })
  return { database: { ...database, query }, statements }
}

test('a secret is written as used once an hour, after the response', async () => {
  const deps = { database, environment: 'sandbox' as const, now: () => now }
  const { id, secret } = await createClient(deps, { name: 'Shop', callbackUrls: [] })
  const lastUsed = async () => (await secretsOf(database.query, id))[0]?.lastUsedAt ?? null
  const request = async () => {
    const { database: watched, statements } = counted()
    await authenticateClient({ ...deps, database: watched }, id, secret)
    const during = statements.length
    await setImmediate()
    // On PostgreSQL the statement still runs.
    while (statements.length > 0 && (await lastUsed()) === null) await setImmediate()
    return { during, later: statements.length - during }
  }
  // Compiles the statement that reads the secret. It is run as it is from then on, and not counted.
  await assert.rejects(authenticateClient(deps, id, 'sk_sandbox_wrong'))
  assert.equal(await lastUsed(), null)
  const first = await request()
  assert.deepEqual([first.during, first.later], [0, 1])
  assert.deepEqual(await lastUsed(), now)
  const usedAt = now
  now = new Date(now.getTime() + hourMs - 1)
  assert.deepEqual(await request(), { during: 0, later: 0 })
  assert.deepEqual(await lastUsed(), usedAt)
  now = new Date(now.getTime() + 1)
  assert.deepEqual(await request(), { during: 0, later: 1 })
})

test('of many requests at once, one writes', async () => {
  const deps = { database, environment: 'sandbox' as const, now: () => now }
  const { id, secret } = await createClient(deps, { name: 'Busy', callbackUrls: [] })
  const { database: watched, statements } = counted()
  await Promise.all(Array.from({ length: 20 }, () => authenticateClient({ ...deps, database: watched }, id, secret)))
  await setImmediate()
  assert.equal(statements.length, 1)
})

test('a wrong secret is no use', async () => {
  const deps = { database, environment: 'sandbox' as const, now: () => now }
  const { id } = await createClient(deps, { name: 'Shop', callbackUrls: [] })
  await assert.rejects(authenticateClient(deps, id, 'sk_sandbox_wrong'))
  await setImmediate()
  assert.equal((await secretsOf(database.query, id))[0]?.lastUsedAt, null)
})
