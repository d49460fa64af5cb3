import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Buckets, LimitPolicy } from '../../../../server/limits/bucket.ts'
import {
  bucketsFor,
  defaultLimits,
  productionLimits,
  rateLimits,
  sandboxLimits,
} from '../../../../server/limits/limits.ts'
import { idleDatabase } from '../../../support/idle-database.ts'

const now = new Date('2026-11-20T12:00:00Z')

/** Buckets that allow everything, and record their calls. */
function recordingBuckets() {
  const calls: [act: 'take' | 'release', id: string, policy: LimitPolicy, at?: Date][] = []
  const buckets: Buckets = {
    async take(id, policy, at) {
      calls.push(['take', id, policy, at])
      return { allowed: true, remaining: 1, seconds: 1 }
    },
    async release(id, policy) {
      calls.push(['release', id, policy])
    },
  }
  return { buckets, calls }
}

test('each limit counts its subjects apart from those of the others, by its policy', async () => {
  const { buckets, calls } = recordingBuckets()
  const limits = rateLimits(productionLimits, { buckets, now: () => now })
  assert.deepEqual(await limits.take('user', 'one'), { allowed: true, remaining: 1, seconds: 1 })
  await limits.release('signIn', 'two')
  await limits.take('code', 'three')
  assert.deepEqual(calls, [
    ['take', 'user:one', productionLimits.user, now],
    ['release', 'signIn:two', productionLimits.signIn],
    ['take', 'code:three', productionLimits.code, now],
  ])
  assert.equal(limits.policies, productionLimits)
})

test('only the limit over a day outlasts a restart', async () => {
  const [memory, stored] = [recordingBuckets(), recordingBuckets()]
  const limits = rateLimits(productionLimits, { buckets: memory.buckets, now: () => now, lasting: stored.buckets })
  const names = ['client', 'user', 'signIn', 'code', 'address', 'secret'] as const
  for (const name of names) await limits.take(name, 'subject')
  await limits.release('code', 'subject')
  assert.deepEqual(
    stored.calls.map(([act, id]) => `${act} ${id}`),
    ['take code:subject', 'release code:subject'],
  )
  assert.equal(memory.calls.length, names.length - 1)
})

test('limits are in memory if one process owns the data, and in the database if several may', async () => {
  const [embedded, postgres] = [idleDatabase(), idleDatabase('PostgreSQL')]
  for (const { database } of [embedded, postgres]) await bucketsFor(database).release('a', productionLimits.client)
  assert.deepEqual(embedded.statements, [])
  assert.match(postgres.statements.join(), /^update "rate_bucket"/)
})

test('the limits are those of the environment, except those that the operator has set', () => {
  const deps = { database: idleDatabase().database, now: () => now }
  const ofOperator = { client: { quota: 7, windowSeconds: 3 } }
  assert.deepEqual(defaultLimits({ ...deps, environment: 'sandbox' }).policies, sandboxLimits)
  assert.deepEqual(defaultLimits({ ...deps, environment: 'production' }).policies, productionLimits)
  const { policies } = defaultLimits({ ...deps, environment: 'production', rateLimits: ofOperator })
  assert.deepEqual(policies, { ...productionLimits, ...ofOperator })
})

test('one process keeps its limits in memory, and only the limit over a day in the database', async () => {
  const { database, statements } = idleDatabase()
  const limits = defaultLimits({ environment: 'production', database, now: () => now })
  assert.equal((await limits.take('client', 'one')).allowed, true)
  assert.deepEqual(statements, [])
  await limits.take('code', 'one')
  assert.match(statements.join(), /^insert into "rate_bucket"/)
})
