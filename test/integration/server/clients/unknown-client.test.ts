// A refused pair costs the same work whether the client id is known or not: the time of a response reveals no id.
import assert from 'node:assert/strict'
import crypto, { randomUUID } from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { after, mock, test } from 'node:test'
import type { KyselyPlugin } from 'kysely'
import { authenticateClient, createClient } from '../../../../server/clients/clients.ts'
import { addSecret, maximumSecrets, revokeSecrets, secretsOf } from '../../../../server/clients/key-sets.ts'
import { ApiError } from '../../../../server/contract/errors.ts'
import { newClientSecret } from '../../../../server/secrets/tokens.ts'
import { openSqlite } from '../../../../server/storage/sqlite.ts'
import type { Database } from '../../../../server/storage/storage.ts'
import { findPostgres, openEmpty } from '../../../support/postgres.ts'

const comparisons = mock.method(crypto, 'timingSafeEqual').mock
const hashes = mock.method(crypto, 'hash').mock
syncBuiltinESMExports()

const { postgres, missing } = await findPostgres()
after(async () => {
  mock.restoreAll()
  syncBuiltinESMExports()
  await postgres?.drop()
})

/** The same database, with the number of its statements. */
function counted(database: Database): { database: Database; statements(): number } {
  let statements = 0
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      statements++
      return result
    },
  }
  return { database: { ...database, query: database.query.withPlugin(plugin) }, statements: () => statements }
}

async function useIsWritten({ query }: Database, clientId: string): Promise<void> {
  while ((await secretsOf(query, clientId)).every(({ lastUsedAt }) => lastUsedAt === null))
    await new Promise((resolve) => setImmediate(resolve))
}

async function costsTheSame(plain: Database): Promise<void> {
  const { database, statements } = counted(plain)
  const deps = { database, environment: 'sandbox' as const, now: () => new Date() }
  const newClient = () => createClient(deps, { name: 'Shop', callbackUrls: [] })
  const [one, many, none] = [await newClient(), await newClient(), await newClient()]
  for (let count = 1; count < maximumSecrets; count++) await addSecret(deps, many.id)
  const revoked = await secretsOf(database.query, none.id)
  await revokeSecrets(
    deps,
    none.id,
    revoked.map(({ id }) => id),
  )
  const wrong = newClientSecret('sandbox')
  // The use of a right secret is written after its response, once an hour.
  for (const { id, secret } of [one, many]) {
    await authenticateClient(deps, id, secret)
    await useIsWritten(database, id)
  }
  const clients = { unknown: randomUUID(), 'no id': 'x', one: one.id, many: many.id, none: none.id }
  for (const [name, id] of Object.entries(clients)) {
    // A cached right secret of the client makes no refusal faster, and neither does a repetition.
    for (const { id: known, secret } of [one, many]) await authenticateClient(deps, known, secret)
    for (const attempt of [1, 2, 3]) {
      const before = [statements(), comparisons.callCount(), hashes.callCount()] as const
      await assert.rejects(
        authenticateClient(deps, id, wrong),
        (error) => error instanceof ApiError && error.type === 'invalidCredentials',
      )
      const cost = [statements() - before[0], comparisons.callCount() - before[1], hashes.callCount() - before[2]]
      assert.deepEqual(cost, [1, 1, 1], `${name}, attempt ${attempt}`)
    }
  }
  await plain.close()
}

test('an unknown client id takes as long as a known one on the embedded storage', async () =>
  costsTheSame(await openSqlite(':memory:')))

test('an unknown client id takes as long as a known one on PostgreSQL', { skip: missing }, async () => {
  if (postgres !== null) await costsTheSame(await openEmpty(await postgres.newDatabase()))
})
