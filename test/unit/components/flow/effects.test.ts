import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createEffects, type EffectDeps } from '../../../../components/flow/effects.ts'
import { advance } from '../../../../components/flow/flow.ts'
import type { FlowEvent } from '../../../../components/flow/flow-event.ts'
import type { FlowState } from '../../../../components/flow/flow-state.ts'
import { LinkRefusal, LinkUnreachable } from '../../../../components/flow/link-api.ts'
import { siteEvents } from '../../../../components/flow/site-events.ts'
import type { FrameMessage } from '../../../../components/protocol/link-messages.ts'
import {
  arrived,
  confirming,
  events,
  problem,
  rejected,
  states,
  type transfer,
  unknown,
} from '../../../components/samples.ts'
import { apiOver, type NamedApi } from '../../../support/named-api.ts'

/** Effects over a scripted server: each call takes its next response; waiting takes no time but is counted. */
function effectsOver(script: Partial<Record<keyof NamedApi, unknown[]>>) {
  const calls: unknown[][] = []
  const dispatched: FlowEvent[] = []
  const offline: boolean[] = []
  const waits: number[] = []
  let clockMs = 0
  const { promise: settled, resolve: settle } = Promise.withResolvers<void>()
  const named = new Proxy({} as NamedApi, {
    get:
      (_, name: keyof NamedApi) =>
      async (...args: unknown[]) => {
        calls.push([name, ...args.filter((arg) => !(arg instanceof AbortSignal))])
        const next = script[name]?.shift()
        if (next instanceof Error) throw next
        if (next === undefined) return new Promise(() => settle())
        return next
      },
  })
  const deps: EffectDeps = {
    api: apiOver(named),
    dispatch: (event) => {
      dispatched.push(event)
      if (!['transferPolled', 'sessionSeen'].includes(event.type)) settle()
    },
    showOffline: (isOffline) => offline.push(isOffline),
    now: () => clockMs,
    wait: async (ms) => {
      waits.push(ms)
      clockMs += ms
    },
    unnamedWallet: 'A wallet',
  }
  return { run: createEffects(deps), calls, dispatched, offline, waits, settled }
}

const lost = () => new LinkUnreachable('no response')

test('sending is repeated with the same previewId until a response arrives', async () => {
  const { response } = events.executed
  const effects = effectsOver({ execute: [lost(), lost(), lost(), response] })
  effects.run(states['review-transfer (sending)'])
  await effects.settled
  assert.deepEqual(effects.calls, Array(4).fill(['execute', { previewId: 'p1' }]))
  assert.deepEqual(effects.dispatched, [{ type: 'executed', response }])
  assert.equal(effects.offline.includes(true), true)
  assert.equal(effects.offline.at(-1), false)
})

test('a sign-in is not repeated by itself: a second try could lock the account', async () => {
  const effects = effectsOver({ connect: [lost()] })
  effects.run(states['sign-in (checking)'])
  await effects.settled
  assert.equal(effects.calls.length, 1)
  assert.equal(effects.dispatched[0]?.type, 'callFailed')
})

test('a refusal is a response, and is not repeated', async () => {
  const effects = effectsOver({ preview: [new LinkRefusal(problem)] })
  effects.run(states['enter-amount (quoting)'])
  await effects.settled
  assert.deepEqual(effects.dispatched, [{ type: 'callFailed', problem }])
  assert.equal(effects.calls.length, 1)
})

test('a request over the rate limit is repeated after a pause', async () => {
  const slow = new LinkRefusal({ ...problem, errorType: 'rateLimited', httpStatus: 429 })
  const effects = effectsOver({ preview: [slow, events.previewed.preview] })
  effects.run(states['enter-amount (quoting)'])
  await effects.settled
  assert.equal(effects.dispatched[0]?.type, 'previewed')
})

test('the same request is sent once, however often its state is shown', async () => {
  const effects = effectsOver({ preview: [events.previewed.preview] })
  const quoting = states['enter-amount (quoting)']
  effects.run(quoting)
  effects.run({ ...quoting, problem: null })
  await effects.settled
  assert.equal(effects.calls.length, 1)
})

test('the response to a request that is no longer pending is dropped', async () => {
  const effects = effectsOver({ preview: [events.previewed.preview], listHoldings: [] })
  effects.run(states['enter-amount (quoting)'])
  effects.run(states['choose-asset (loading)'])
  await effects.settled
  assert.deepEqual(effects.dispatched, [])
})

test('a transfer is polled every second, and less often after a minute', async () => {
  const effects = effectsOver({ readTransfer: Array(300).fill(confirming) })
  effects.run(states['track-transfer'])
  await effects.settled
  assert.deepEqual(effects.waits.slice(0, 60), Array(60).fill(1000))
  assert.ok(effects.waits.slice(61).every((ms) => ms > 1000 && ms <= 3000))
  assert.equal(effects.waits.at(-1), 3000)
})

function messagesAlong(from: FlowState, ...path: FlowEvent[]): FrameMessage[] {
  const messages: FrameMessage[] = []
  path.reduce((state, event) => {
    const next = advance(state, event)
    messages.push(...siteEvents(state, event, next))
    return next
  }, from)
  return messages
}
const typesOf = (messages: FrameMessage[]) => messages.map((message) => message.type)
const seen = (next: typeof transfer): FlowEvent => ({ type: 'transferPolled', transfer: next })

test('a transfer is finished once, with its exact amount and its hash', () => {
  const messages = messagesAlong(
    states['review-transfer (sending)'],
    events.executed,
    seen(confirming),
    seen(arrived),
    seen(arrived),
  )
  assert.deepEqual(typesOf(messages), ['transferExecuted', 'transferFinished'])
  assert.deepEqual(messages.at(-1), {
    type: 'transferFinished',
    payload: {
      status: 'success',
      amount: 250,
      amountText: '250',
      fromAddress: '0xfrom',
      toAddress: arrived.toAddress,
      networkId: 'base',
      networkName: 'Base',
      symbol: 'USDC',
      txId: arrived.hash,
      txHash: arrived.hash,
      transferId: arrived.transferId,
      amountInFiat: 250,
      totalAmountInFiat: 250.04,
      fiatCurrency: 'USD',
      userId: 'u1',
      transactionId: 'order-1',
      clientTransactionId: 'order-1',
    },
  })
})

test('closing while the outcome is unknown emits no end, but names the transfer', () => {
  const waiting: FlowEvent = { ...events.executed, response: { ...events.executed.response, transfer: unknown } }
  const messages = messagesAlong(states['review-transfer (sending)'], waiting, events.leaveRequested)
  assert.deepEqual(typesOf(messages), ['transferExecuted', 'close'])
  const last = messages.at(-1)
  assert.equal(last?.type === 'close' && last.payload.transfer?.status, 'unknown')
})

test('a rejected transfer is finished with the sentence', () => {
  const response = {
    ...events.executed.response,
    outcome: 'failed',
    message: 'Refused.',
    errorType: 'rejected',
    transfer: rejected,
  } as const
  const messages = messagesAlong(states['review-transfer (sending)'], { type: 'executed', response })
  assert.deepEqual(typesOf(messages), ['transferExecutionError', 'transferFinished'])
  const last = messages.at(-1)
  assert.equal(
    last?.type === 'transferFinished' && last.payload.status === 'error' && last.payload.errorMessage,
    'Refused.',
  )
})

test('the steps to a transfer are emitted under the usual event names', () => {
  const path: FlowEvent[] = [
    events.sessionOpened,
    events.integrationsListed,
    events.integrationChosen,
    events.fieldsEntered,
    events.connectionAnswered,
    events.holdingsListed,
    events.assetChosen,
    events.amountEntered,
    events.previewed,
    events.sendRequested,
    events.executed,
    seen(arrived),
    events.leaveRequested,
  ]
  assert.deepEqual(typesOf(messagesAlong(states.opening, ...path)), [
    'loaded',
    'integrationSelected',
    'credentialsEntered',
    'transferStarted',
    'transferAssetSelected',
    'transferNetworkSelected',
    'transferAmountEntered',
    'transferPreviewed',
    'transferInitiated',
    'transferExecuted',
    'transferFinished',
    'done',
  ])
})

test('an expired link emits loaded, so that the shell shows it, and closes with its message', () => {
  const messages = messagesAlong(states.opening, events.linkRefused, events.leaveRequested)
  assert.deepEqual(typesOf(messages), ['loaded', 'close'])
  const last = messages.at(-1)
  assert.match(last?.type === 'close' ? (last.payload.errorMessage ?? '') : '', /expired or was already used/)
})

test('problems are emitted under the usual event names', () => {
  const failed = (errorType: string): FlowEvent => ({ type: 'callFailed', problem: { ...problem, errorType } })
  const names = (from: FlowState, ...path: FlowEvent[]) => typesOf(messagesAlong(from, ...path))
  assert.deepEqual(names(states['sign-in (checking)'], failed('exchangeUnavailable')), [
    'integrationConnectionError',
    'connectionUnavailable',
  ])
  assert.deepEqual(names(states['hand-off (e-mail)'], failed('confirmationDeclined')), ['connectionDeclined'])
  assert.deepEqual(names(states['choose-asset (loading)'], failed('kycRequired')), ['transferKycRequired'])
  const redirect = { connectionId: 'c1', state: 'redirect', redirectUrl: 'https://exchange.example/' } as const
  assert.deepEqual(names(states['sign-in (checking)'], { type: 'connectionAnswered', connection: redirect }), [
    'integrationOAuthStarted',
  ])
  const confirming = { ...redirect, confirmationNumber: '472' }
  assert.deepEqual(names(states['hand-off'], { type: 'connectionAnswered', connection: confirming }), [])
  assert.deepEqual(names(states['review-transfer'], events.leaveRequested, events.left), ['transferDeclined', 'close'])
  assert.deepEqual(names(states['review-transfer (sending)'], events.leaveRequested, events.left), ['close'])
})

test('a pending confirmation elsewhere is polled every few seconds, with the same previewId', async () => {
  const { response } = events.executed
  const still = { ...response, outcome: 'addressWhitelistRequired', transfer: null }
  const effects = effectsOver({ execute: [still, still, lost(), still] })
  effects.run(states['confirm-elsewhere'])
  await effects.settled
  assert.ok(
    effects.calls.length >= 1 && effects.calls.every(([name, order]) => name === 'execute' && order !== undefined),
  )
  assert.ok(effects.waits.filter((ms) => ms === 2500).length >= 1)
  assert.deepEqual(effects.calls[0], ['execute', { previewId: 'p1' }])
})
