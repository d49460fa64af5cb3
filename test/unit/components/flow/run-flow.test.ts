import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { advanceCore } from '../../../../components/flow/core-transitions.ts'
import { advance } from '../../../../components/flow/flow.ts'
import type { FlowEvent } from '../../../../components/flow/flow-event.ts'
import type { FlowState } from '../../../../components/flow/flow-state.ts'
import type { LinkApi } from '../../../../components/flow/link-api.ts'
import { type FlowView, type OnDemandFlow, runFlow } from '../../../../components/flow/run-flow.ts'
import { siteEvents } from '../../../../components/flow/site-events.ts'
import { events, integrations, session, states } from '../../../components/samples.ts'

/** A flow whose server never responds unless `respond` does. The test dispatches its events. */
function flowOver(
  loadOnDemand: () => Promise<OnDemandFlow>,
  respond: () => Promise<unknown> = () => new Promise(() => {}),
  maySend = true,
) {
  const shown: FlowState[] = []
  const emitted: string[] = []
  const slow: boolean[] = []
  const left: unknown[] = []
  let [lacks, ends] = [0, 0]
  const view: FlowView = {
    show: (state) => shown.push(state),
    maySend: () => maySend,
    showOffline: () => {},
    showSlow: (isSlow) => slow.push(isSlow),
    emit: ({ type }) => emitted.push(type),
    leave: (callback) => left.push(callback),
    loadOnDemand,
    failOnDemand: () => lacks++,
  }
  const request = respond as LinkApi['get']
  const api = { get: request, post: request, reclaimLink: request as LinkApi['reclaimLink'], end: () => void ends++ }
  const run = runFlow({ session, api }, view, integrations)
  return { run, shown, emitted, left, slow, at: () => shown.at(-1)?.at, lacks: () => lacks, ends: () => ends }
}

const coreEvents: FlowEvent[] = [
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

const loadNothing = () => assert.fail('the core flow loaded further code')

test('a transfer without special cases loads no further code, from the link to the receipt', () => {
  const flow = flowOver(loadNothing)
  for (const event of coreEvents) flow.run.dispatch(event)
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
  const flow = flowOver(loadNothing)
  for (const event of coreEvents.slice(0, -1)) flow.run.dispatch(event)
  assert.equal(flow.ends(), 0)
  flow.run.stop()
  assert.equal(flow.ends(), 0, 'a reloaded page resumes')
  flow.run.dispatch(events.leaveRequested)
  assert.deepEqual([flow.ends(), flow.left.length], [1, 1])
})

test('a link that the site closes ends its session at any step', () => {
  const flow = flowOver(loadNothing)
  flow.run.dispatch(events.integrationChosen)
  flow.run.end()
  assert.deepEqual([flow.ends(), flow.left.length], [1, 0])
})

test('a core transition emits the same events before and after the other transitions are loaded', () => {
  const flow = flowOver(loadNothing)
  for (const event of coreEvents) flow.run.dispatch(event)
  let state: FlowState = { at: 'opening', pending: null }
  const whole: string[] = []
  for (const event of [{ ...events.sessionOpened, session, integrations }, ...coreEvents]) {
    const next = advance(state, event)
    whole.push(...siteEvents(state, event, next).map(({ type }) => type))
    state = next
  }
  assert.deepEqual(flow.emitted, whole)
})

test('no core transition makes a call that is loaded later', () => {
  const coreCalls = ['connect', 'code', 'holdings', 'preview', 'execute', 'pollTransfer']
  for (const [name, from] of Object.entries(states) as [string, FlowState][])
    for (const event of Object.values(events)) {
      const to = advanceCore(from, event)
      if (to === null || to.pending === null || to.pending === from.pending) continue
      assert.ok(coreCalls.includes(to.pending.call), `${name} at ${event.type} calls ${to.pending.call}`)
    }
})

test('events that arrive while code is loading are handled after it, in order', async () => {
  const loaded = Promise.withResolvers<OnDemandFlow>()
  const flow = flowOver(() => loaded.promise)
  flow.run.dispatch(events.tokensReceived)
  flow.run.dispatch(events.back)
  assert.equal(flow.at(), 'choose-account')
  assert.equal(flow.shown.length, 1, 'the state changes only after loading')
  loaded.resolve({ advance, siteEvents })
  await loaded.promise
  await Promise.resolve()
  assert.deepEqual(
    flow.shown.slice(1).map(({ at }) => at),
    ['choose-asset', 'choose-account'],
  )
})

test('the user can leave even if the confirmation dialog cannot be loaded', async () => {
  const flow = flowOver(() => Promise.reject(new Error('offline')))
  for (const event of coreEvents.slice(0, coreEvents.indexOf(events.sendRequested))) flow.run.dispatch(event)
  assert.equal(flow.at(), 'review-transfer')
  flow.run.dispatch(events.leaveRequested)
  await new Promise(setImmediate)
  assert.deepEqual([flow.at(), flow.emitted.at(-1), flow.lacks()], ['left', 'close', 0])
})

test('a second request to leave does not wait for the confirmation dialog to load', () => {
  const flow = flowOver(() => new Promise(() => {}))
  for (const event of coreEvents.slice(0, coreEvents.indexOf(events.sendRequested))) flow.run.dispatch(event)
  flow.run.dispatch(events.leaveRequested)
  assert.equal(flow.at(), 'review-transfer')
  flow.run.dispatch(events.leaveRequested)
  assert.deepEqual([flow.at(), flow.emitted.at(-1), flow.left.length], ['left', 'close', 1])
})

test('signing in with an API key loads its texts and addresses first', async () => {
  const [first, ...others] = integrations
  assert.ok(first)
  const byKey = { ...first, auth: { ...first.auth, scheme: 'apiKey' } } as const
  const opened = { ...events.sessionOpened, session, integrations: [byKey, ...others] }
  const list = advanceCore({ at: 'opening', pending: null }, opened)
  assert.ok(list?.at === 'choose-account')
  const choose = { type: 'integrationChosen', integrationType: byKey.type } as const
  assert.equal(advanceCore(list, choose), null)
  assert.equal(advance(list, choose).at, 'sign-in')
  const named = { ...opened, session: { ...session, fromType: byKey.type } }
  assert.equal(advanceCore({ at: 'opening', pending: null }, named), null)
})

test('code that cannot be loaded is reported, and the state does not change', async () => {
  const flow = flowOver(() => Promise.reject(new Error('offline')))
  flow.run.dispatch(events.tokensReceived)
  await new Promise(setImmediate)
  assert.deepEqual([flow.at(), flow.lacks()], ['choose-account', 1])
})

/** The events up to the request for the account's holdings. */
const toHoldings = coreEvents.slice(0, coreEvents.indexOf(events.holdingsListed))

test('a slow response shows a notice until it arrives', async () => {
  mock.timers.enable({ apis: ['setTimeout'] })
  const response = Promise.withResolvers<unknown>()
  const { run, slow } = flowOver(loadNothing, () => response.promise)
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
  const { run } = flowOver(loadNothing, () => Promise.reject(new Error(`no response ${++requests}`)))
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
  const flow = flowOver(loadNothing, undefined, false)
  for (const event of coreEvents.slice(0, coreEvents.indexOf(events.sendRequested) + 1)) flow.run.dispatch(event)
  assert.equal(flow.at(), 'review-transfer')
  assert.equal(flow.shown.at(-1)?.pending, null)
})
