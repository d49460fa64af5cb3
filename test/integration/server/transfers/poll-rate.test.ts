import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Database } from '../../../../server/storage/storage.ts'
import { exchangePollRate, type PollRate } from '../../../../server/transfers/poll-rate.ts'
import { findPostgres, openEmpty } from '../../../support/postgres.ts'
import { scriptedExchange } from '../../../support/scripted-exchange.ts'
import { openStorageUnderTest } from '../../../support/storage-under-test.ts'

const { postgres, missing } = await findPostgres()
after(() => postgres?.drop())

function pacedBy(database: Database, clock: { ms: number }): PollRate {
  return exchangePollRate({ database, now: () => new Date(clock.ms) })
}

const allowing = (pollsPerSecond: number) => ({ ...scriptedExchange().exchange, pollsPerSecond })

/** Polls in ten seconds. */
async function pollsIn(paces: PollRate[], clock: { ms: number }): Promise<number> {
  const exchange = allowing(5)
  let polls = 0
  for (const end = clock.ms + 10_000; clock.ms < end; clock.ms += 100) {
    for (const pace of paces) if (await pace.take(exchange)) polls++
  }
  return polls
}

test('an exchange is polled no oftener than it allows, however many transfers wait', async () => {
  const clock = { ms: 1_000_000 }
  const polls = await pollsIn([pacedBy(await openStorageUnderTest(), clock)], clock)
  assert.ok(polls >= 50 && polls <= 55, `${polls} polls in ten seconds`)
})

test('a clock that jumps back gives nothing away', async () => {
  const clock = { ms: 1_000_000 }
  const pace = pacedBy(await openStorageUnderTest(), clock)
  assert.equal(await pace.take(allowing(1)), true)
  clock.ms = 0
  assert.equal(await pace.take(allowing(1)), false)
})

test('several processes on one PostgreSQL poll no oftener than one', { skip: missing }, async () => {
  const clock = { ms: 1_000_000 }
  const database = await openEmpty((await postgres?.newDatabase()) ?? '')
  const polls = await pollsIn([pacedBy(database, clock), pacedBy(database, clock), pacedBy(database, clock)], clock)
  await database.close()
  assert.ok(polls >= 45 && polls <= 55, `${polls} polls in ten seconds`)
})
