import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mayFollow, operatorMayMove, statusOf, transferStates } from '../../../../server/transfers/transfer-status.ts'

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

test('no open state is reported as failed', () => {
  for (const state of transferStates.filter((each) => !ended.includes(each))) assert.notEqual(statusOf(state), 'Failed')
})
