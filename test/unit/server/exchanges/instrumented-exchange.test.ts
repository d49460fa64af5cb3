import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Exchange } from '../../../../server/exchanges/exchange.ts'
import { ExchangeFailure } from '../../../../server/exchanges/exchange-failure.ts'
import { instrumentedExchanges } from '../../../../server/exchanges/instrumented-exchange.ts'
import { registryOf } from '../../../../server/exchanges/registry.ts'
import { scriptedExchange } from '../../../support/scripted-exchange.ts'

type Method = {
  [Name in keyof Exchange]-?: NonNullable<Exchange[Name]> extends (...args: never[]) => unknown ? Name : never
}[keyof Exchange]

/** Whether a call reaches the exchange while its circuit is open. */
const reachesOpenCircuit: Record<Exclude<Method, 'prepareCredentials' | 'health'>, boolean> = {
  startSignIn: false,
  finishRedirect: true,
  submitCode: false,
  resendCode: false,
  checkSignIn: false,
  renew: true,
  holdings: false,
  quote: false,
  withdraw: true,
  isWaitingForUser: false,
  resendForOrder: false,
  getWithdrawal: true,
  findWithdrawal: true,
  listWithdrawals: true,
  isFenceIntact: true,
  prices: false,
}
const methods = Object.keys(reachesOpenCircuit) as (keyof typeof reachesOpenCircuit)[]

/** An exchange that cannot be reached, behind a circuit that opens after two failures. */
function unreachable() {
  const calls: string[] = []
  const metrics: string[] = []
  const failing = Object.fromEntries(
    methods.map((name) => [
      name,
      async () => {
        calls.push(name)
        throw new ExchangeFailure('unreachable')
      },
    ]),
  )
  const exchange = { ...scriptedExchange().exchange, ...failing, health: async () => 'down' } as Exchange
  const instrumented = instrumentedExchanges(registryOf([exchange]), {
    now: () => new Date(0),
    onCall: ({ exchange, call, outcome, seconds }) => {
      assert.ok(seconds >= 0 && seconds < 10)
      metrics.push(`${exchange} ${call} ${outcome}`)
    },
    circuit: { failures: 2 },
  })
  const [wrapped] = instrumented.all as unknown as [Record<string, () => Promise<unknown>>]
  const call = (name: string) =>
    wrapped[name]?.().then(
      () => assert.fail('the call succeeded'),
      (error: ExchangeFailure) => error.kind,
    )
  return { type: exchange.type, calls, metrics, call, openCircuits: instrumented.openCircuits }
}

for (const name of methods) {
  test(`${name} has a metric, and ${reachesOpenCircuit[name] ? 'reaches the exchange' : 'fails at once'} while the circuit is open`, async () => {
    const { type, calls, metrics, call, openCircuits } = unreachable()
    await call('prices')
    await call('prices')
    assert.deepEqual(openCircuits(), [type])
    const isReached = reachesOpenCircuit[name]
    assert.equal(await call(name), isReached ? 'unreachable' : 'unavailable')
    assert.deepEqual(calls.slice(2), isReached ? [name] : [])
    assert.deepEqual(metrics.slice(2), [`${type} ${name} ${isReached ? 'unreachable' : 'unavailable'}`])
  })
}

test('failed redirects open the circuit', async () => {
  const { type, call, openCircuits } = unreachable()
  await call('finishRedirect')
  assert.deepEqual(openCircuits(), [])
  await call('finishRedirect')
  assert.deepEqual(openCircuits(), [type])
})
