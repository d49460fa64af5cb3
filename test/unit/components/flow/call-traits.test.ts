import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type CallTraits, callTraits, mayHaveSentMoney } from '../../../../components/flow/call-traits.ts'
import { calls as flowCalls } from '../../../../components/flow/calls.ts'
import { createEffects } from '../../../../components/flow/effects.ts'
import { failCall, isOutcomeUnknown } from '../../../../components/flow/failed-calls.ts'
import type { FlowEvent } from '../../../../components/flow/flow-event.ts'
import type { FlowRequest } from '../../../../components/flow/flow-request.ts'
import type { FlowState, OpenState } from '../../../../components/flow/flow-state.ts'
import { leave } from '../../../../components/flow/leave.ts'
import { LinkUnreachable } from '../../../../components/flow/link-api.ts'
import { problem, states } from '../../../components/samples.ts'
import { apiOver, type NamedApi } from '../../../support/named-api.ts'

type Call = FlowRequest['call']
const calls = Object.keys(callTraits) as Call[]

/** Written out a second time: a change of a trait is a decision about money. */
const repeatable =
  'integrations pollConnection reconnect account holdings balances preview execute pollExecute pollTransfer pollFullPage reclaimLink findWallets endPayment'
const maySend = 'execute resendExecute pollExecute sendWithWallet'

const requestOf = (call: Call) => ({ call }) as FlowRequest
const during = (call: Call) => ({ ...states['enter-amount'], pending: requestOf(call) }) as OpenState

/** How often a call is made that gets no response, and then one. */
async function triesOf(call: Call): Promise<number> {
  let tries = 0
  const { promise: settled, resolve: settle } = Promise.withResolvers<void>()
  const make = async (): Promise<FlowEvent> => {
    if (++tries === 1) throw new LinkUnreachable('no response')
    if (tries > 2) return new Promise(() => {})
    return { type: 'back' }
  }
  const run = createEffects({
    api: apiOver({} as NamedApi),
    dispatch: () => settle(),
    showOffline: () => {},
    now: () => 0,
    wait: async () => {},
    unnamedWallet: 'A wallet',
    calls: { ...flowCalls, [call]: make },
  })
  run(during(call) as FlowState)
  await settled
  return tries
}

for (const call of calls) {
  test(`${call} is ${repeatable.split(' ').includes(call) ? '' : 'not '}repeated by itself`, async () => {
    assert.equal(await triesOf(call), repeatable.split(' ').includes(call) ? 2 : 1)
  })

  test(`money ${maySend.split(' ').includes(call) ? 'may' : 'cannot'} have been sent by ${call}`, () => {
    const may = maySend.split(' ').includes(call)
    assert.equal(mayHaveSentMoney(requestOf(call)), may)
    const ended = failCall(during(call), { ...problem, errorType: 'sessionEnded', httpStatus: 401 })
    assert.equal(ended.at === 'link-ended' && ended.mayBeSent, may)
    assert.equal(isOutcomeUnknown(requestOf(call), { ...problem, errorType: 'internalError', httpStatus: 500 }), may)
    assert.equal(leave(during(call)).callback?.status, may ? 'Pending' : 'Canceled')
  })
}

test('each call declares whether it may be repeated and whether it may have sent money', () => {
  // @ts-expect-error: repeatable is required
  const first: CallTraits = { mayHaveSentMoney: false, polled: false, waitsForUser: false }
  // @ts-expect-error: mayHaveSentMoney is required
  const second: CallTraits = { repeatable: false, polled: false, waitsForUser: false }
  const { payment: _, ...others } = callTraits
  // @ts-expect-error: every call has an entry
  const third: typeof callTraits = others
  assert.ok(first && second && third)
})
