// An exchange lists withdrawals of a limited age: the absence of an older order proves nothing.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { bybit } from '../../../../../server/exchanges/bybit/bybit.ts'
import { recipient } from '../../../../support/engine.ts'
import { type RelayedExchange, startRelayedExchange } from '../../../../support/relayed-exchange.ts'

const dayMs = 86_400_000

let relayed: RelayedExchange
before(async () => {
  relayed = await startRelayedExchange('bybit', bybit, 'user_good', (url, text, { sandbox }) => {
    if (url === '/v5/asset/withdraw/create') return null
    const startTime = Number(new URL(url, 'http://localhost').searchParams.get('startTime') ?? Infinity)
    if (!url.includes('query-record') || startTime >= sandbox.clock.now - 180 * dayMs) return text
    const response = JSON.parse(text)
    Object.assign(response.result, { rows: [], nextPageCursor: '' })
    return JSON.stringify(response)
  })
  const address = { login: 'user_good', label: 'mine', network: 'base', address: recipient }
  await relayed.bank.sandbox.call('POST', '/console/addresses', address)
})
after(() => relayed.close())

test('a lost order that is first polled after its row has left the history needs an operator', async () => {
  const { engine, bank } = relayed
  const preview = await engine.preview('21.77')
  await engine.execute(preview)
  engine.wait(200 * dayMs)
  for (let poll = 0; poll < 15; poll++) {
    engine.wait(1_200_000)
    await engine.poll()
  }
  const { state, attention, emptyPolls } = await engine.transferOf(preview)
  assert.deepEqual([state, emptyPolls, (await bank.counts()).made], ['Unknown', 0, 1])
  assert.match(attention ?? '', /older than the exchange's history/)
})
