import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CallDeps } from '../../../../components/flow/call-types.ts'
import { readBalances } from '../../../../components/flow/read-balances.ts'
import type { Holding } from '../../../../components/flow/transfer-responses.ts'
import { holding } from '../../../components/samples.ts'

/** Reads the balances of these accounts. Without a response, a request lasts until it is aborted. */
async function balancesOf(responses: Record<string, Partial<Holding>[] | Error | null>, end = new AbortController()) {
  const paths: string[] = []
  const limits: number[] = []
  const { promise: isOver, resolve: endLimit } = Promise.withResolvers<void>()
  const get = async (path: string, signal?: AbortSignal) => {
    paths.push(path)
    const response = responses[/accountId=(\w+)/.exec(path)?.[1] ?? '']
    if (response instanceof Error) throw response
    if (response) return { holdings: response.map((each) => ({ ...holding, ...each })) }
    return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
  }
  const wait = (ms: number) => {
    limits.push(ms)
    return isOver
  }
  const deps = { api: { get }, wait } as unknown as CallDeps
  const event = readBalances({ call: 'balances', accountIds: Object.keys(responses) }, deps, end.signal)
  return { event, paths, limits, endLimit }
}

test('a balance is the exact value of all holdings, read without selecting the account', async () => {
  const of = (availableBalanceInFiat: string | null, availableBalance = '1') => ({
    availableBalance,
    availableBalanceInFiat,
  })
  const { event, paths } = await balancesOf({
    a1: [of('0.1'), of('0.2'), of(null, '0')],
    a2: [],
    a3: [of('5'), of(null)],
  })
  assert.deepEqual(await event, { type: 'balancesRead', balances: { a1: '0.3', a2: '0', a3: null } })
  assert.deepEqual(
    paths,
    ['a1', 'a2', 'a3'].map((id) => `holdings?accountId=${id}&select=false`),
  )
})

test('an account whose balance fails, or does not arrive in time, has none', async () => {
  const { event, limits, endLimit } = await balancesOf({ a1: [holding], a2: new Error('refused'), a3: null })
  assert.deepEqual(limits, [4000])
  endLimit()
  assert.deepEqual(await event, { type: 'balancesRead', balances: { a1: '20000.5' } })
})

test('the requests end when the user picks an account', async () => {
  const end = new AbortController()
  const { event } = await balancesOf({ a1: null }, end)
  end.abort()
  assert.deepEqual(await event, { type: 'balancesRead', balances: {} })
})

test('balances are also read in Firefox before version 124, which lacks AbortSignal.any', async (t) => {
  t.mock.method(AbortSignal, 'any', () => assert.fail('AbortSignal.any is not a function'))
  const { event } = await balancesOf({ a1: [holding] })
  assert.deepEqual(await event, { type: 'balancesRead', balances: { a1: '20000.5' } })
})
