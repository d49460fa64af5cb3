import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import type { FlowEvent } from '../../../../components/flow/flow-event.ts'
import type { FlowState } from '../../../../components/flow/flow-state.ts'
import type { LinkApi } from '../../../../components/flow/link-api.ts'
import { type FlowView, runFlow } from '../../../../components/flow/run-flow.ts'
import { events, integrations, session } from '../../../components/samples.ts'

/** A flow whose server never responds unless `respond` does. The test dispatches its events. */
function flowOver(respond: () => Promise<unknown> = () => new Promise(() => {}), maySend = true) {
  const shown: FlowState[] = []
  const emitted: string[] = []
  const slow: boolean[] = []
  const left: unknown[] = []
  let ends = 0
  const view: FlowView = {
    show: (state) => shown.push(state),
    maySend: () => maySend,
    showOffline: () => {},
    showSlow: (isSlow) => slow.push(isSlow),
    emit: ({ type }) => emitted.push(type),
    leave: (callback) => left.push(callback),
  }
  const request = respond as LinkApi['get']
  const api = { get: request, post: request, reclaimLink: request as LinkApi['reclaimLink'], end: () => void ends++ }
  const run = runFlow({ session, api }, view, { integrations, unnamedWallet: 'A wallet' })
  return { run, shown, emitted, left, slow, at: () => shown.at(-1)?.at, ends: () => ends }
}

const usualEvents: FlowEvent[] = [
  events.integrationChosen,
  events.fieldsEntered,
  events.connectionAnswered,
  events.holdingsListed,
  events.assetChosen,
  events.amountTyped,
  events.amountEntered,
  events.previewed,
  events.sendRequested,
  events.executed,
  events.transferPolled,
  events.leaveRequested,
]

test('a usual transfer goes from the link to the receipt, and leaving it ends the flow', () => {
  const flow = flowOver()
  for (const event of usualEvents) flow.run.dispatch(event)
  assert.deepEqual(
    flow.shown.map(({ at }) => at).filter((at, index, all) => at !== all[index - 1]),
    [
      ...['choose-account', 'sign-in', 'choose-asset', 'enter-amount', 'review-transfer', 'track-transfer'],
      ...['transfer-receipt', 'left'],
    ],
  )
  assert.equal(flow.emitted.at(-1), 'done')
  assert.equal(flow.left.length, 1)
})

test('only leaving ends the session on the server, and only once', () => {
  const flow = flowOver()
  for (const event of usualEvents.slice(0, -1)) flow.run.dispatch(event)
  assert.equal(flow.ends(), 0)
  flow.run.stop()
  assert.equal(flow.ends(), 0, 'a reloaded page resumes')
  flow.run.dispatch(events.leaveRequested)
  assert.deepEqual([flow.ends(), flow.left.length], [1, 1])
})

test('a link that the site closes ends its session at any step', () => {
  const flow = flowOver()
  flow.run.dispatch(events.integrationChosen)
  flow.run.end()
  assert.deepEqual([flow.ends(), flow.left.length], [1, 0])
})

/** The events up to the request for the account's holdings. */
const toHoldings = usualEvents.slice(0, usualEvents.indexOf(events.holdingsListed))

test('a slow response shows a notice until it arrives', async () => {
  mock.timers.enable({ apis: ['setTimeout'] })
  const response = Promise.withResolvers<unknown>()
  const { run, slow } = flowOver(() => response.promise)
  for (const event of toHoldings) run.dispatch(event)
  mock.timers.tick(5900)
  assert.equal(slow.includes(true), false)
  mock.timers.tick(200)
  assert.equal(slow.at(-1), true)
  response.resolve(events.holdingsListed)
  await new Promise(setImmediate)
  assert.equal(slow.at(-1), false)
  run.stop()
  mock.timers.reset()
})

test('a call is retried as soon as the connection is back', async () => {
  const window = new EventTarget()
  const { addEventListener } = globalThis as { addEventListener?: unknown }
  Object.assign(globalThis, { addEventListener: window.addEventListener.bind(window) })
  mock.timers.enable({ apis: ['setTimeout'] })
  let requests = 0
  const { run } = flowOver(() => Promise.reject(new Error(`no response ${++requests}`)))
  run.dispatch(events.integrationChosen)
  run.dispatch(events.fieldsEntered)
  await new Promise(setImmediate)
  const before = requests
  for (const event of toHoldings.slice(1)) run.dispatch(event)
  await new Promise(setImmediate)
  assert.equal(requests, before + 2, 'one to sign in, and one for the holdings')
  window.dispatchEvent(new Event('online'))
  await new Promise(setImmediate)
  assert.equal(requests, before + 3)
  run.stop()
  mock.timers.reset()
  Object.assign(globalThis, { addEventListener })
})

test('no action of the user sends an amount that was not visible', () => {
  const flow = flowOver(undefined, false)
  for (const event of usualEvents.slice(0, usualEvents.indexOf(events.sendRequested) + 1)) flow.run.dispatch(event)
  assert.equal(flow.at(), 'review-transfer')
  assert.equal(flow.shown.at(-1)?.pending, null)
})
