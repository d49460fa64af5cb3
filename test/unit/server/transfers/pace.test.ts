import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exchangePace } from '../../../../server/transfers/pace.ts'
import { scriptedExchange } from '../../../support/scripted-exchange.ts'

test('an exchange is asked no oftener than it allows, however many transfers wait', () => {
  const clock = { ms: 0 }
  const pace = exchangePace(() => new Date(clock.ms))
  const exchange = { ...scriptedExchange().exchange, looksPerSecond: 5 }
  let asked = 0
  for (; clock.ms < 10_000; clock.ms += 10) if (pace.take(exchange)) asked++
  assert.ok(asked >= 50 && asked <= 55, `${asked} looks in ten seconds`)
})

test('a clock that jumps back gives nothing away', () => {
  const clock = { ms: 1_000_000 }
  const pace = exchangePace(() => new Date(clock.ms))
  const exchange = { ...scriptedExchange().exchange, looksPerSecond: 1 }
  assert.equal(pace.take(exchange), true)
  clock.ms = 0
  assert.equal(pace.take(exchange), false)
})
