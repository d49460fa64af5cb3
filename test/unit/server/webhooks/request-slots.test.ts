import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { requestSlots } from '../../../../server/webhooks/request-slots.ts'

/** Requests that end when the test ends them. */
function heldRequests(settings: { count: number; perClient: number }) {
  const slots = requestSlots(settings)
  const started: string[] = []
  const ends = new Map<string, () => void>()
  const request = (clientId: string, name: string, endpointId = clientId) =>
    slots.run({ clientId, endpointId }, () => {
      started.push(name)
      return new Promise<void>((resolve) => ends.set(name, resolve))
    })
  const end = async (name: string) => {
    ends.get(name)?.()
    await setImmediate()
  }
  return { slots, started, request, end }
}

test('requests of a client beyond its share wait, and those of another client go before them', async () => {
  const { started, request, end } = heldRequests({ count: 4, perClient: 2 })
  for (const name of ['a1', 'a2', 'a3', 'a4']) void request('a', name)
  for (const name of ['b1', 'b2']) void request('b', name)
  await setImmediate()
  assert.deepEqual(started, ['a1', 'a2', 'b1', 'b2'])
  await end('a1')
  assert.deepEqual(started.slice(4), ['a3'])
})

test('a client without a request goes before those that have some and wait longer', async () => {
  const { started, request, end } = heldRequests({ count: 4, perClient: 2 })
  for (const name of ['a1', 'b1', 'a2', 'b2', 'a3', 'b3', 'c1']) void request(name.charAt(0), name)
  await setImmediate()
  await end('a1')
  assert.deepEqual(started, ['a1', 'b1', 'a2', 'b2', 'c1'])
})

test('the endpoints of a client share its requests', async () => {
  const { started, request, end } = heldRequests({ count: 8, perClient: 3 })
  for (const name of ['x1', 'x2', 'x3', 'x4', 'y1', 'y2']) void request('a', name, name.charAt(0))
  await setImmediate()
  assert.deepEqual(started, ['x1', 'x2', 'x3'])
  await end('x1')
  assert.deepEqual(started.slice(3), ['y1'])
})

test('of equal clients the request that waits longest is next', async () => {
  const { started, request, end } = heldRequests({ count: 2, perClient: 2 })
  for (const [client, name] of [
    ['a', 'a1'],
    ['a', 'a2'],
    ['b', 'b1'],
    ['a', 'a3'],
  ] as const)
    void request(client, name)
  await setImmediate()
  await end('a1')
  await end('b1')
  assert.deepEqual(started, ['a1', 'a2', 'b1', 'a3'])
})

test('a request that throws frees its slot', async () => {
  const { slots } = heldRequests({ count: 1, perClient: 1 })
  await assert.rejects(
    slots.run({ clientId: 'a', endpointId: 'a' }, () => Promise.reject(new Error('no connection'))),
    /no connection/,
  )
  assert.equal(await slots.run({ clientId: 'b', endpointId: 'b' }, () => Promise.resolve('sent')), 'sent')
})
