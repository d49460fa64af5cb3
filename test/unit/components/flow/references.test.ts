import assert from 'node:assert/strict'
import { test } from 'node:test'
import { advance } from '../../../../components/flow/flow.ts'
import type { FlowEvent } from '../../../../components/flow/flow-event.ts'
import type { FlowState } from '../../../../components/flow/flow-state.ts'
import { siteEvents } from '../../../../components/flow/site-events.ts'
import type { FrameMessage } from '../../../../components/protocol/link-messages.ts'
import {
  arrived,
  confirming,
  events,
  integrations,
  problem,
  rejected,
  session,
  states,
} from '../../../components/samples.ts'

/** The messages of one event after another, from this state on. */
function messagesOf(state: FlowState, ...all: FlowEvent[]): FrameMessage[] {
  return all.flatMap((event) => {
    const before = state
    state = advance(before, event)
    return siteEvents(before, event, state)
  })
}

const fieldsOf = (message: FrameMessage | undefined): Record<string, unknown> =>
  message !== undefined && 'payload' in message ? { ...message.payload } : {}

const wholeTransfer: FlowEvent[] = [
  { ...events.sessionOpened, session, integrations },
  events.integrationChosen,
  events.fieldsEntered,
  events.connectionAnswered,
  events.holdingsListed,
  events.assetChosen,
  events.networkChosen,
  events.amountEntered,
  events.previewed,
  events.sendRequested,
  { ...events.executed, response: { ...events.executed.response, outcome: 'mfaRequired', transfer: null } },
  events.codeEntered,
  events.executed,
  { type: 'transferPolled', transfer: arrived },
  events.leaveRequested,
]

test('every event about a transfer carries the TransactionId of its link, and the summary at the exit too', () => {
  const messages = messagesOf(states.opening, ...wholeTransfer)
  const ofTransfer = messages.filter(({ type }) => type.startsWith('transfer'))
  assert.deepEqual(
    ofTransfer.map(({ type }) => type),
    [
      ...['transferStarted', 'transferAssetSelected', 'transferNetworkSelected', 'transferNetworkSelected'],
      ...['transferAmountEntered', 'transferPreviewed', 'transferInitiated', 'transferMfaRequired'],
      ...['transferMfaEntered', 'transferExecuted', 'transferFinished'],
    ],
  )
  for (const message of ofTransfer) assert.equal(fieldsOf(message).transactionId, 'order-1', message.type)
  const last = messages.at(-1)
  assert.ok(last?.type === 'done')
  assert.equal(last.payload.clientTransactionId, 'order-1')
  assert.deepEqual(
    [
      last.payload.transfer?.previewId,
      last.payload.transfer?.transactionId,
      last.payload.transfer?.clientTransactionId,
    ],
    [arrived.previewId, arrived.transferId, 'order-1'],
  )
})

test('without a TransactionId no event has the field', () => {
  const nameless = { ...session, transactionId: null }
  const [opened, ...rest] = wholeTransfer
  assert.ok(opened?.type === 'sessionOpened')
  const own = JSON.stringify(messagesOf(states.opening, { ...opened, session: nameless }, ...rest.slice(0, 11)))
  assert.match(own, /transferPreviewed/)
  assert.doesNotMatch(own, /ransactionId/)
})

test('a transfer of another link keeps the reference of that link', () => {
  const pendingTransfer = { ...confirming, linkId: 'another', transactionId: 'order-0' }
  const messages = messagesOf(
    states.opening,
    { ...events.sessionOpened, session: { ...session, pendingTransfer } },
    events.pendingOpened,
    { type: 'transferPolled', transfer: { ...pendingTransfer, status: 'Succeeded' } },
    events.leaveRequested,
  )
  const finished = messages.find(({ type }) => type === 'transferFinished')
  assert.deepEqual([fieldsOf(finished).transactionId, fieldsOf(finished).clientTransactionId], ['order-0', 'order-0'])
  const last = messages.at(-1)
  assert.ok(last?.type === 'done')
  assert.deepEqual(
    [last.payload.clientTransactionId, last.payload.transfer?.clientTransactionId],
    ['order-1', 'order-0'],
  )
})

test('an error names the request that the server refused', () => {
  const refused = { ...problem, requestId: 'req_7' }
  for (const [from, type] of [
    ['sign-in (checking)', 'integrationConnectionError'],
    ['enter-amount (quoting)', 'transferPreviewError'],
  ] as const) {
    const [first] = messagesOf(states[from], { type: 'callFailed', problem: refused })
    assert.deepEqual([first?.type, fieldsOf(first).requestId], [type, 'req_7'])
  }
  const ended = messagesOf(states['review-transfer (sending)'], {
    type: 'callFailed',
    problem: { ...refused, httpStatus: 422, errorType: 'insufficientFunds' },
  })
  assert.deepEqual(
    ended.map((message) => [message.type, fieldsOf(message).requestId]),
    [
      ['transferExecutionError', 'req_7'],
      ['transferFinished', 'req_7'],
    ],
  )
})

test('the total is left out if a fee has no price', () => {
  const unpriced = { ...arrived, networkFee: { ...arrived.networkFee, feeInFiat: null } }
  const [finished] = messagesOf(states['track-transfer'], { type: 'transferPolled', transfer: unpriced })
  assert.deepEqual([fieldsOf(finished).amountInFiat, 'totalAmountInFiat' in fieldsOf(finished)], [250, false])
})

test('a transfer that failed after it was accepted has a typed error and an end, with the same reason', () => {
  const [error, end, ...rest] = messagesOf(states['track-transfer'], { type: 'transferPolled', transfer: rejected })
  assert.deepEqual([error?.type, end?.type, rest], ['transferExecutionError', 'transferFinished', []])
  assert.equal(fieldsOf(error).errorMessage, fieldsOf(end).errorMessage)
})
