import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Database } from '../../../../server/storage/storage.ts'
import { exchangePollLimit, type PollLimit } from '../../../../server/transfers/exchange-poll-limit.ts'
import { findPostgres, openEmpty } from '../../../support/postgres.ts'
import { scriptedExchange } from '../../../support/scripted-exchange.ts'
import { openStorageUnderTest } from '../../../support/storage-under-test.ts'

const { postgres, missing } = await findPostgres()
after(() => postgres?.drop())

function limitOf(database: Database, clock: { ms: number }): PollLimit {
  return exchangePollLimit({ database, now: () => new Date(clock.ms) })
}

const allowing = (pollsPerSecond: number) => ({ ...scriptedExchange().exchange, pollsPerSecond })

/** Polls in ten seconds. */
async function pollsIn(limits: PollLimit[], clock: { ms: number }): Promise<number> {
  const exchange = allowing(5)
  let polls = 0
  for (const end = clock.ms + 10_000; clock.ms < end; clock.ms += 100) {
    for (const limit of limits) if (await limit.take(exchange)) polls++
  }
  return polls
}

test('an exchange is polled no more often than it allows, however many transfers wait', async () => {
  const clock = { ms: 1_000_000 }
  const polls = await pollsIn([limitOf(await openStorageUnderTest(), clock)], clock)
  assert.ok(polls >= 50 && polls <= 55, `${polls} polls in ten seconds`)
})

test('a clock that jumps back allows no extra polls', async () => {
  const clock = { ms: 1_000_000 }
  const limit = limitOf(await openStorageUnderTest(), clock)
  assert.equal(await limit.take(allowing(1)), true)
  clock.ms = 0
  assert.equal(await limit.take(allowing(1)), false)
})

test('several processes on one PostgreSQL poll no more often than one', { skip: missing }, async () => {
  const clock = { ms: 1_000_000 }
  const database = await openEmpty((await postgres?.newDatabase()) ?? '')
  const polls = await pollsIn([limitOf(database, clock), limitOf(database, clock), limitOf(database, clock)], clock)
  await database.close()
  assert.ok(polls >= 45 && polls <= 55, `${polls} polls in ten seconds`)
})
