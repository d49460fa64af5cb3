import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  endsUnsent,
  hasEnded,
  mayFollow,
  operatorMayMove,
  statusDetailOf,
  statusOf,
  transferStates,
} from '../../../../server/transfers/transfer-status.ts'

const ended = ['Abandoned', 'Succeeded', 'Rejected', 'NotSent', 'Returned', 'Canceled']
const moves = [
  'Submitting>Submitted',
  'Submitting>Unknown',
  'Submitting>Rejected',
  'Submitting>NotSent',
  'Submitting>RequiresAction',
  'Submitting>Abandoned',
  'RequiresAction>Submitting',
  'RequiresAction>Abandoned',
  'RequiresAction>Unknown',
  'Unknown>Submitted',
  'Unknown>NotSent',
  'Unknown>Rejected',
  'Unknown>RequiresAction',
  'Unknown>Abandoned',
  'Submitted>Confirming',
  'Submitted>Returned',
  'Submitted>Canceled',
  'Submitted>Succeeded',
  'Confirming>Succeeded',
  'Confirming>Returned',
  'Confirming>Canceled',
  'AwaitingWallet>Broadcast',
  'AwaitingWallet>Ambiguous',
  'Broadcast>Succeeded',
  'Broadcast>Rejected',
  'Broadcast>Canceled',
  'Broadcast>NotSent',
  'Broadcast>AwaitingWallet',
  'Broadcast>Ambiguous',
  'Ambiguous>Broadcast',
]

test('a transfer moves along the diagram and nowhere else', () => {
  for (const from of transferStates) {
    for (const to of transferStates) {
      const expected = from === to ? !ended.includes(from) : moves.includes(`${from}>${to}`)
      assert.equal(mayFollow(from, to), expected, `${from} > ${to}`)
    }
  }
})

test('an operator has a way to success and to failure from every state that has not ended, and from no other', () => {
  for (const from of transferStates) {
    const ways = transferStates.filter((to) => operatorMayMove(from, to))
    const isOpen = !ended.includes(from)
    assert.equal(ways.includes('Succeeded'), isOpen, from)
    assert.equal(ways.includes('NotSent') || ways.includes('Returned'), isOpen, from)
  }
})

test('an operator cannot end a transfer that the exchange has accepted as not sent, or return the payment of a wallet', () => {
  for (const from of ['Submitted', 'Confirming'] as const) assert.equal(operatorMayMove(from, 'NotSent'), false, from)
  for (const from of ['AwaitingWallet', 'Broadcast', 'Ambiguous'] as const) {
    assert.equal(operatorMayMove(from, 'Returned'), false, from)
  }
})

/** By public status and detail. */
const shown: Record<string, string[]> = {
  'Pending, Pending': ['Submitting', 'Submitted'],
  'Pending, AwaitingConfirmation': ['Confirming', 'Broadcast'],
  'Pending, Unknown': ['Unknown', 'Ambiguous'],
  'Succeeded, Succeeded': ['Succeeded'],
  'Failed, Rejected': ['Rejected'],
  'Failed, NotSent': ['NotSent'],
  'Failed, Returned': ['Returned'],
  'Failed, Canceled': ['Canceled'],
  'Hidden, Pending': ['RequiresAction', 'AwaitingWallet'],
  'Hidden, NotSent': ['Abandoned'],
}

for (const [status, states] of Object.entries(shown)) {
  test(`${states.join(' and ')}: the public status is ${status}`, () => {
    const found = transferStates.filter((state) => `${statusOf(state)}, ${statusDetailOf(state)}` === status)
    assert.deepEqual(found, states)
  })
}

test('a transfer ends in six states, and its assets never left in three of them', () => {
  assert.deepEqual(transferStates.filter(hasEnded).sort(), ended.toSorted())
  assert.deepEqual(transferStates.filter(endsUnsent).sort(), ['Abandoned', 'NotSent', 'Rejected'])
})

test('no open state is reported as failed', () => {
  for (const state of transferStates.filter((each) => !ended.includes(each))) assert.notEqual(statusOf(state), 'Failed')
})
