// What the requests of one poll use of the rate of their lane.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pollRequests } from '../../../../server/transfers/poll-requests.ts'

/** Requests at a rate that allows so many. */
function requestsAt(allowed: number) {
  const rate = { allowed, charged: 0 }
  const requests = pollRequests(async () => {
    rate.charged += 1
    return rate.charged <= rate.allowed
  })
  return { rate, requests }
}

test('a poll uses the rate once when it begins, and once for each request after the first', async () => {
  const { rate, requests } = requestsAt(100)
  const charged = [await requests.begin(), rate.charged]
  for (let n = 0; n < 3; n++) charged.push(await requests.take(), rate.charged)
  assert.deepEqual(charged, [true, 1, true, 1, true, 2, true, 3])
})

test('a poll does not begin at the limit', async () => {
  const { requests } = requestsAt(0)
  assert.equal(await requests.begin(), false)
})

test('a poll that was refused a request makes no further one, also if the rate would allow it', async () => {
  const { rate, requests } = requestsAt(2)
  await requests.begin()
  assert.deepEqual([await requests.take(), await requests.take(), await requests.take()], [true, true, false])
  rate.allowed = 100
  assert.equal(await requests.take(), false)
  assert.equal(rate.charged, 3)
})

test('a poll makes at most ten requests, so that it ends before its lease', async () => {
  const { rate, requests } = requestsAt(100)
  await requests.begin()
  const taken = []
  for (let n = 0; n < 12; n++) taken.push(await requests.take())
  assert.equal(taken.filter(Boolean).length, 10)
  assert.equal(rate.charged, 10)
})

test('a poll that has ended makes no further request', async () => {
  const { requests } = requestsAt(100)
  await requests.begin()
  requests.end()
  assert.equal(await requests.take(), false)
})
