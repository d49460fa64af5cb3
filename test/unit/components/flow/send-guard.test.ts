import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mayHaveSentMoney } from '../../../../components/flow/call-traits.ts'
import { advance } from '../../../../components/flow/flow.ts'
import type { FlowEvent } from '../../../../components/flow/flow-event.ts'
import type { FlowState } from '../../../../components/flow/flow-state.ts'
import { underlyingState } from '../../../../components/flow/leave.ts'
import { SendGuard } from '../../../../components/flow/send-guard.ts'
import { dearerPreview, events, preview, problem, states } from '../../../components/samples.ts'
import { openGuard, testSurface } from '../../../components/test-surface.ts'

const click = { detail: 1 }
const review = states['review-transfer']

function guardOf(flow: FlowState) {
  const surface = testSurface()
  const guard = new SendGuard(surface)
  let changes = 0
  guard.onChange = () => changes++
  guard.show(flow)
  return { guard, surface, changes: () => changes }
}

test('a review sends once it has been in sight for a second', () => {
  const { guard, surface, changes } = guardOf(review)
  assert.equal(guard.accepts(click), false)
  surface.pass(999)
  assert.equal(guard.accepts(click), false)
  const before = changes()
  surface.pass(1)
  assert.equal(changes() > before, true)
  assert.equal(guard.accepts(click), true)
})

test('the second click of a double click never sends', () => {
  const { guard, surface } = guardOf(review)
  surface.pass(5000)
  assert.equal(guard.accepts({ detail: 2 }), false)
  assert.equal(guard.accepts({ detail: 3 }), false)
  // The keyboard has no count.
  assert.equal(guard.accepts({ detail: 0 }), true)
})

test('a second in a tab in the background does not count, nor one with a break', () => {
  for (const sight of ['away', 'obstructed'] as const) {
    const { guard, surface } = guardOf(review)
    surface.pass(900)
    surface.turn(sight)
    surface.pass(5000)
    assert.equal(guard.isActive, false)
    surface.turn('clear')
    surface.pass(999)
    assert.equal(guard.isActive, false)
    surface.pass(1)
    assert.equal(guard.isActive, true)
    surface.turn(sight)
    assert.equal(guard.accepts(click), false)
  }
})

test('a row that was not in view blocks sending, and each click scrolls to it', () => {
  const { guard, surface } = guardOf(review)
  surface.turn('unread')
  surface.pass(5000)
  assert.equal(guard.accepts(click), false)
  assert.equal(guard.hint, 'early')
  assert.equal(surface.scrolls, 1)
  surface.turn('clear')
  surface.pass(999)
  assert.equal(guard.accepts(click), false)
  surface.pass(1)
  assert.equal(guard.accepts(click), true)
  assert.equal(surface.scrolls, 1)
})

test('a wallet shows its user what it sends: a covered frame does not matter there', () => {
  const wallet = { ...review.quote.preview, wallet: {} } as typeof preview
  const { guard, surface } = guardOf({ ...review, quote: { ...review.quote, preview: wallet } })
  surface.turn('obstructed')
  surface.pass(1000)
  assert.equal(guard.hint, null)
  assert.equal(guard.accepts(click), true)
  surface.turn('away')
  assert.equal(guard.accepts(click), false)
})

test('other money begins a new second, the same money at a new quote does not', () => {
  const { guard, surface } = guardOf(review)
  surface.pass(2000)
  guard.show({ ...review, quote: { preview: { ...preview, previewId: 'p2' }, receivedAtMs: 2000 } })
  assert.equal(guard.isActive, true)
  const others: FlowState[] = [
    { ...review, quote: { ...review.quote, preview: dearerPreview }, changedFrom: preview },
    { ...review, quote: { ...review.quote, preview: { ...preview, toAddress: '0x0' } } },
    { ...review, quote: { ...review.quote, preview: { ...preview, amount: '251' } } },
    { ...review, quote: { ...review.quote, preview: { ...preview, fromAddress: '0x1' } } },
    states['transfer-code'],
    states['confirm-elsewhere'],
    states['extra-data'],
  ]
  for (const other of others) {
    guard.show(other)
    assert.equal(guard.isActive, false)
    surface.pass(1000)
    assert.equal(guard.isActive, true)
  }
})

test('a click that came too early sets a hint, and so does the moment from which one counts', () => {
  const { guard, surface } = guardOf(review)
  assert.equal(guard.hint, null)
  guard.accepts(click)
  assert.equal(guard.hint, 'early')
  surface.pass(1000)
  assert.equal(guard.hint, 'active')
  surface.turn('obstructed')
  assert.equal(guard.hint, 'obstructed')
})

test('a screen without money is never active', () => {
  const { guard, surface } = guardOf(states['enter-amount'])
  surface.pass(60_000)
  assert.equal(guard.isActive, false)
})

/** Events that the calls of the flow bring about, not its user. */
const notOfUser =
  /^(sessionOpened|linkRefused|integrationsListed|connectionAnswered|accountOpened|holdingsListed|previewed|executed|transferPolled|paymentMade|paymentEnded|callFailed|wallet(sFound|Asked|Sent|Refused|Proved))$/

test('every screen on which the user can send money is guarded', () => {
  const sending = new Set<string>()
  const retry = { ...states['show-problem'], retry: states['review-transfer (sending)'] }
  for (const from of [...(Object.values(states) as FlowState[]).map(underlyingState), retry])
    for (const event of Object.values(events) as FlowEvent[]) {
      if (notOfUser.test(event.type)) continue
      const to = advance(from, event)
      if (to.pending === from.pending || !mayHaveSentMoney(to.pending)) continue
      const guard = openGuard()
      guard.show(from)
      assert.equal(guard.isActive, true, `${from.at} at ${event.type}`)
      sending.add(from.at)
    }
  assert.deepEqual([...sending].sort(), [
    'confirm-elsewhere',
    'extra-data',
    'review-transfer',
    'show-problem',
    'transfer-code',
  ])
})

test('a frame of a browser that cannot see what covers it sends nothing, ever, but a wallet pays in it', () => {
  const { guard, surface } = guardOf(review)
  surface.turn('unprotected')
  surface.pass(5000)
  assert.deepEqual([guard.accepts(click), guard.hint], [false, 'unprotected'])
  const wallet = guardOf(states['review-transfer (wallet)'])
  wallet.surface.turn('unprotected')
  wallet.surface.pass(1000)
  assert.deepEqual([wallet.guard.accepts(click), wallet.guard.hint], [true, null])
  const { context } = review
  const retry = { ...states['review-transfer (wallet)'], pending: { call: 'execute', previewId: 'p1' } } as const
  const again = guardOf({ at: 'show-problem', pending: null, context, problem, retry })
  again.surface.turn('unprotected')
  again.surface.pass(1000)
  assert.equal(again.guard.isActive, true)
})
