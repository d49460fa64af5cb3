import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Exchange } from '../../../../server/exchanges/exchange.ts'
import { registryOf } from '../../../../server/exchanges/registry.ts'
import { networkCatalogue } from '../../../../server/networks/catalogue.ts'
import { indexes } from '../../../../server/storage/migrations/0032-poll-lanes.ts'
import { laneOfRow, pollLanes } from '../../../../server/transfers/poll-lanes.ts'
import { idleDatabase } from '../../../support/idle-database.ts'
import { scriptedExchange, scriptedRecovery } from '../../../support/scripted-exchange.ts'

const networks = networkCatalogue('production')

function exchange(type: string, { quota = 100, windowSeconds = 10, leaseMs = 60_000 } = {}): Exchange {
  const recovery = { ...scriptedRecovery, leaseMs }
  return { ...scriptedExchange().exchange, type, recovery, limits: { address: { quota, windowSeconds } } }
}

interface Setting extends Partial<Parameters<typeof pollLanes>[0]> {
  of?: Exchange[]
}

/** The lane with this name. */
function lane(name: string, { of = [], ...deps }: Setting = {}) {
  const found = pollLanes({ exchanges: registryOf(of), networks, chains: new Map(), ...deps })
  return found.find((each) => each.name === name) ?? assert.fail(`no lane ${name}`)
}

test('each exchange and each network has a lane, and users’ own wallets have none', () => {
  const exchanges = registryOf([exchange('one'), exchange('DeFiWallet'), exchange('two')])
  const names = pollLanes({ exchanges, networks, chains: new Map() }).map(({ name }) => name)
  assert.deepEqual(names, ['one', 'two', ...networks.all.map(({ key }) => `chain:${key}`)])
})

test('polls of an exchange use half of what it allows our address, and at least one request', () => {
  const limitOf = (quota: number) => lane('one', { of: [exchange('one', { quota })] }).limit
  assert.deepEqual([100, 7, 1].map(limitOf), [
    { quota: 50, windowSeconds: 10 },
    { quota: 3, windowSeconds: 10 },
    { quota: 1, windowSeconds: 10 },
  ])
})

test('a node gets 20 polls per second, or as many as the operator has set', () => {
  const nodePollLimits = new Map([['base', { quota: 5, windowSeconds: 1 }]])
  assert.deepEqual(lane('chain:base').limit, { quota: 20, windowSeconds: 1 })
  assert.deepEqual(lane('chain:base', { nodePollLimits }).limit, { quota: 5, windowSeconds: 1 })
  assert.deepEqual(lane('chain:ethereum', { nodePollLimits }).limit, { quota: 20, windowSeconds: 1 })
})

test('a lane has as many slots as polls start in 15 seconds: at least 16, at most 500', () => {
  const slots = (quota: number, windowSeconds: number) =>
    lane('one', { of: [exchange('one', { quota: 2 * quota, windowSeconds })] }).slots
  assert.deepEqual([slots(1, 60), slots(11, 10), slots(10, 3), slots(100, 1)], [16, 17, 50, 500])
})

test('an exchange’s lane has its lease, and a network’s lane the shortest one', () => {
  const of = [exchange('one', { leaseMs: 40_000 }), exchange('two', { leaseMs: 90_000 })]
  const leases = ['one', 'two', 'chain:base'].map((name) => lane(name, { of }).leaseMs)
  assert.deepEqual(leases, [40_000, 90_000, 40_000])
  assert.equal(lane('chain:base', { of: [exchange('two', { leaseMs: 90_000 })] }).leaseMs, 60_000)
})

test('processes share a rate, unless they have different source addresses', () => {
  assert.equal(lane('chain:base').bucket, 'poll:chain:base')
  assert.equal(lane('chain:base', { sourceAddress: null }).bucket, 'poll:chain:base')
  assert.equal(lane('chain:base', { sourceAddress: '192.0.2.7' }).bucket, 'poll:chain:base:192.0.2.7')
})

test('every poll requests the exchange with a key, except those of a network with a node', () => {
  const of = [exchange('one')]
  const chains = new Map([['base', {} as never]])
  const lanes = ['one', 'chain:base', 'chain:ethereum'].map((name) => lane(name, { of, chains }))
  assert.deepEqual(
    lanes.map(({ usesKey, exchange: ofLane }) => [usesKey, ofLane?.type ?? null]),
    [
      [true, 'one'],
      [false, null],
      [true, null],
    ],
  )
})

test('the index of lanes has the expression that finds the lane of a row', () => {
  const { sql } = laneOfRow.compile(idleDatabase().database.query)
  const oneLine = (text: string) => text.replace(/\s+/g, ' ')
  assert.match(sql, /^case when .* end$/s)
  assert.ok(indexes.some(({ on }) => oneLine(String(on)).includes(`(${oneLine(sql)})`)))
})
