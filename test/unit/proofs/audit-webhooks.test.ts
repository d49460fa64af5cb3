import assert from 'node:assert/strict'
import { test } from 'node:test'
import { auditWebhooks } from '../../proofs/chaos/audit-webhooks.ts'
import type { ServiceTransfer } from '../../proofs/chaos/books.ts'
import type { ReceivedEvent } from '../../proofs/chaos/receivers.ts'

const eventOf = (sequence: number, type: string): ReceivedEvent => {
  return { id: `event ${sequence}`, type, transferId: 'transfer', sequence, eventHash: `hash ${sequence}` }
}
const [pending, succeeded] = [eventOf(2, 'transfer.pending'), eventOf(3, 'transfer.succeeded')]
const timeline = [1, 2, 3].map((n) => ({ n, hash: `hash ${n}` }))
const transfers = [{ transferId: 'transfer', status: 'Succeeded', timeline }] as unknown as ServiceTransfer[]
const breaches = (received: ReceivedEvent[], events = [pending, succeeded]) =>
  auditWebhooks({ receivers: [{ name: 'receiver', received: () => received }], events, transfers }).length

test('repeats of the last event are allowed, and nothing else', () => {
  assert.equal(breaches([pending, succeeded]), 0)
  assert.equal(breaches([pending, pending, succeeded, succeeded]), 0)
  assert.equal(breaches([]), 1)
  assert.equal(breaches([pending]), 1)
  assert.equal(breaches([succeeded]), 1)
  assert.equal(breaches([succeeded, pending]), 1)
  assert.equal(breaches([pending, succeeded, pending]), 1)
  assert.equal(breaches([pending, { ...succeeded, id: 'another' }]), 1)
  assert.equal(breaches([pending, { ...succeeded, transferId: 'another' }]), 2)
})

test('the event list has the outcome of the transfer, from its timeline', () => {
  assert.equal(breaches([pending], [pending]), 1)
  const altered = { ...succeeded, eventHash: 'another' }
  assert.equal(breaches([pending, altered], [pending, altered]), 1)
})
