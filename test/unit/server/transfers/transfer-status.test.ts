import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mayFollow, statusOf, transferStates } from '../../../../server/transfers/transfer-status.ts'

const ended = ['Abandoned', 'Succeeded', 'Rejected', 'NotSent', 'Returned', 'Canceled']
const moves = [
  'Submitting>Submitted',
  'Submitting>Unknown',
  'Submitting>Rejected',
  'Submitting>NotSent',
  'Submitting>AwaitingMfa',
  'Submitting>Abandoned',
  'AwaitingMfa>Submitting',
  'AwaitingMfa>Abandoned',
  'Unknown>Submitted',
  'Unknown>NotSent',
  'Submitted>Confirming',
  'Submitted>Returned',
  'Submitted>Canceled',
  'Submitted>Succeeded',
  'Confirming>Succeeded',
  'Confirming>Returned',
  'Confirming>Canceled',
  'AwaitingWallet>Broadcast',
  'AwaitingWallet>Unclear',
  'Broadcast>Succeeded',
  'Broadcast>Rejected',
  'Broadcast>Canceled',
  'Broadcast>NotSent',
  'Broadcast>AwaitingWallet',
  'Broadcast>Unclear',
  'Unclear>Broadcast',
  'Unclear>Succeeded',
  'Unclear>NotSent',
]

test('a transfer moves along the diagram and nowhere else', () => {
  for (const from of transferStates) {
    for (const to of transferStates) {
      const expected = from === to ? !ended.includes(from) : moves.includes(`${from}>${to}`)
      assert.equal(mayFollow(from, to), expected, `${from} > ${to}`)
    }
  }
})

test('no state that has not ended is told as failed', () => {
  for (const state of transferStates.filter((each) => !ended.includes(each))) assert.notEqual(statusOf(state), 'Failed')
})
