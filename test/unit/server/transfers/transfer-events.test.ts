// Which changes of a transfer are events.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventTypesOf } from '../../../../server/transfers/transfer-events.ts'
import { mayFollow, statusOf, transferStates } from '../../../../server/transfers/transfer-status.ts'

const plain = { attention: null }

for (const [from, to, expected] of [
  ['Submitting', 'Submitted', ['transfer.pending']],
  ['Submitting', 'Unknown', ['transfer.pending']],
  ['Submitting', 'Rejected', ['transfer.failed']],
  ['Submitting', 'RequiresAction', []],
  ['RequiresAction', 'Submitting', []],
  ['Unknown', 'Submitted', []],
  ['Unknown', 'RequiresAction', []],
  ['Submitted', 'Confirming', []],
  ['Confirming', 'Confirming', []],
  ['Confirming', 'Succeeded', ['transfer.succeeded']],
  ['Submitted', 'Returned', ['transfer.failed']],
  ['AwaitingWallet', 'AwaitingWallet', []],
  ['AwaitingWallet', 'Broadcast', ['transfer.pending']],
  ['Broadcast', 'AwaitingWallet', []],
  ['Broadcast', 'Succeeded', ['transfer.succeeded']],
] as const) {
  test(`from ${from} to ${to}: ${expected.join() || 'no event'}`, () => {
    assert.deepEqual(eventTypesOf({ state: from, ...plain }, { state: to, ...plain }), expected)
  })
}

test('a transfer that no client has seen records nothing, except the end of one that was pending before', () => {
  for (const from of transferStates)
    for (const to of transferStates.filter((state) => statusOf(state) === 'Hidden' && mayFollow(from, state))) {
      const expected = to === 'Abandoned' ? ['transfer.failed'] : []
      assert.deepEqual(eventTypesOf({ state: from, ...plain }, { state: to, attention: 'why' }), expected)
    }
})

for (const [title, before, after, expected] of [
  ['attention is an event', null, 'why', ['transfer.attention']],
  ['another reason is another event', 'why', 'other', ['transfer.attention']],
  ['the same reason is not', 'why', 'why', []],
  ['its end is not', 'why', null, []],
] as const) {
  test(title, () => {
    const [from, to] = [before, after].map((attention) => ({ state: 'Unknown' as const, attention }))
    assert.ok(from && to)
    assert.deepEqual(eventTypesOf(from, to), expected)
  })
}

test('attention that was requested while no client saw the transfer is an event once it is seen', () => {
  const attention = 'why'
  assert.deepEqual(eventTypesOf({ state: 'Submitting', ...plain }, { state: 'Submitting', attention }), [])
  const types = eventTypesOf({ state: 'Submitting', attention }, { state: 'Unknown', attention })
  assert.deepEqual(types, ['transfer.pending', 'transfer.attention'])
})

test('the status comes before the attention', () => {
  const types = eventTypesOf({ state: 'AwaitingWallet', ...plain }, { state: 'Ambiguous', attention: 'why' })
  assert.deepEqual(types, ['transfer.pending', 'transfer.attention'])
})
