import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { cachedHealth } from '../../../../server/exchanges/cached-health.ts'
import { type Circuit, circuit } from '../../../../server/exchanges/circuit.ts'
import { ExchangeFailure, type FailureKind } from '../../../../server/exchanges/exchange-failure.ts'

let ms: number
let isReached: boolean
let probes: number
let calls: number
let own: Circuit
const now = () => new Date(ms)
beforeEach(() => {
  ms = 0
  isReached = false
  probes = 0
  calls = 0
  const probe = async () => {
    probes++
    return isReached
  }
  own = circuit({ now, probe, failures: 3, firstPauseMs: 1_000, longestPauseMs: 3_000 })
})

const fails = (kind: FailureKind) => async () => {
  calls++
  throw new ExchangeFailure(kind)
}
const works = async () => {
  calls++
  return 'response'
}
const run = (call: () => Promise<unknown>) => own.run(call).catch((error: ExchangeFailure) => error.kind)
const breakIt = async () => {
  for (let n = 0; n < 3; n++) await run(fails('timeout'))
}

test('after failures in a row calls fail at once, and the exchange is left alone', async () => {
  await breakIt()
  assert.equal(own.isOpen(), true)
  assert.equal(await run(works), 'unavailable')
  assert.deepEqual([calls, probes], [3, 0])
})

test('a response in between, a refusal too, resets the count', async () => {
  for (const between of [works, fails('rejected'), fails('signInEnded'), fails('rateLimited')]) {
    await run(fails('unreachable'))
    await run(fails('timeout'))
    await run(between)
  }
  assert.equal(own.isOpen(), false)
})

test('an unreadable response neither counts nor resets', async () => {
  await run(fails('timeout'))
  await run(fails('timeout'))
  await run(fails('unavailable'))
  assert.equal(own.isOpen(), false)
  await run(fails('timeout'))
  assert.equal(own.isOpen(), true)
})

test('after a pause one probe decides, and lets the call through that waits for it', async () => {
  await breakIt()
  ms = 1_000
  isReached = true
  assert.deepEqual(await Promise.all([run(works), run(works)]), ['response', 'response'])
  assert.deepEqual([probes, own.isOpen()], [1, false])
})

test('probes that fail make the pauses longer, up to the longest', async () => {
  await breakIt()
  for (const [at, expected] of [
    [1_000, 1],
    [2_999, 1],
    [3_000, 2],
    [5_999, 2],
    [6_000, 3],
    [9_000, 4],
  ] as const) {
    ms = at
    assert.equal(await run(works), 'unavailable')
    assert.equal(probes, expected, `at ${at} ms`)
  }
  isReached = true
  ms = 12_000
  assert.equal(await run(works), 'response')
  await breakIt()
  ms = 12_999
  assert.equal(await run(works), 'unavailable')
})

test('the state is read without a call: after a pause one probe decides', async () => {
  await own.probeIfDue()
  assert.equal(probes, 0)
  await breakIt()
  await own.probeIfDue()
  assert.deepEqual([probes, own.isOpen()], [0, true])
  ms = 1_000
  await Promise.all([own.probeIfDue(), own.probeIfDue()])
  assert.deepEqual([probes, own.isOpen()], [1, true])
  ms = 3_000
  isReached = true
  await own.probeIfDue()
  assert.deepEqual([probes, own.isOpen(), calls], [2, false, 3])
})

test('an unresponsive probe delays the call no longer than its time limit', async () => {
  own = circuit({ now, probe: () => new Promise(() => {}), failures: 1, probeWaitMs: 5 })
  await run(fails('timeout'))
  ms = 1_000
  assert.equal(await run(works), 'unavailable')
})

test('a call that is only watched is never blocked, and its response closes the circuit', async () => {
  await breakIt()
  assert.equal(await own.watch(works), 'response')
  assert.equal(own.isOpen(), false)
})

test('an error of the server does not count as a failure of the exchange', async () => {
  const broken = async () => {
    throw new TypeError('ours')
  }
  for (let n = 0; n < 5; n++) await assert.rejects(own.run(broken), TypeError)
  assert.equal(own.isOpen(), false)
})

test('concurrent health checks share one request, which is cached while fresh and then renewed in the background', async () => {
  let requests = 0
  const known = cachedHealth(
    async () => {
      requests++
      return 'up'
    },
    { now },
  )
  assert.deepEqual(await Promise.all([known(), known()]), ['up', 'up'])
  assert.equal(requests, 1)
  ms = 2_999
  await known()
  assert.equal(requests, 1)
  ms = 10_000
  await Promise.all([known(), known()])
  assert.equal(requests, 2)
})

test('health that does not come is down, and one that came late is degraded', async () => {
  let respond = (_: 'up') => {}
  const known = cachedHealth(() => new Promise((resolve) => (respond = resolve)), { now, waitMs: 5 })
  assert.equal(await known(), 'down')
  ms = 8_000
  respond('up')
  await new Promise((resolve) => setImmediate(resolve))
  assert.equal(await known(), 'degraded')
})
