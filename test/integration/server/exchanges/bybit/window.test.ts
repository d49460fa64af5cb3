// Until when Bybit accepts an order: the time in the signed request, whatever the server waited for before.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Amount } from '../../../../../server/contract/amount.ts'
import { bybit } from '../../../../../server/exchanges/bybit/bybit.ts'
import type { ExchangeTools } from '../../../../../server/exchanges/kit/tools.ts'
import type { WithdrawalOrder } from '../../../../../server/exchanges/withdrawal.ts'
import { networkCatalogue } from '../../../../../server/networks/catalogue.ts'
import { type CannedServer, startCannedServer } from '../../../../support/canned-server.ts'
import { patientTimeouts } from '../../../../support/patient-timeouts.ts'

const start = Date.parse('2026-11-22T12:00:00Z')
const chain = {
  ...{ chain: 'BASE', chainType: 'Base Mainnet', withdrawFee: '0.04', withdrawMin: '1', minAccuracy: '4' },
  ...{ chainWithdraw: '1', withdrawPercentageFee: '0', withdrawMax: '-1' },
  contractAddress: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
}

let server: CannedServer
before(async () => {
  server = await startCannedServer()
})
after(() => server.close())

interface Sent {
  timestamp: number
  recvWindow: number
  bodyTimestamp: number
}

/** The times in an order, where each wait of the rate limiter takes so long. Null for an order that is not sent. */
async function sentAfter(waitMs: number, validForMs: number): Promise<{ sent: Sent | null; kind: string }> {
  let now = start
  let sent: Sent | null = null
  server.respondWith((request, response) => {
    const isOrder = request.url?.endsWith('/withdraw/create') === true
    if (isOrder) {
      sent = {
        timestamp: Number(request.headers['x-bapi-timestamp']),
        recvWindow: Number(request.headers['x-bapi-recv-window']),
        bodyTimestamp: JSON.parse(server.requests.at(-1)?.body ?? '{}').timestamp,
      }
    }
    const result = isOrder ? { id: '10195' } : { rows: [{ name: 'USDC', coin: 'USDC', chains: [chain] }] }
    response.end(JSON.stringify({ retCode: 0, retMsg: 'success', result, retExtInfo: {}, time: now }))
  })
  const tools: ExchangeTools = {
    now: () => new Date(now),
    networks: networkCatalogue('sandbox'),
    async acquire(bucket) {
      if (bucket.includes('withdraw')) now += waitMs
      return true
    },
    withKeyLock: (_key, call) => call(now),
  }
  const order: WithdrawalOrder = {
    ...{ symbol: 'USDC', networkKey: 'base', address: '0xDf979ae7B879210cD0c28acd5827F59d7c8Bc25d', addressTag: '' },
    ...{ amount: Amount.parse('25.5'), clientReference: '3f0c4b1e-0000-4000-8000-000000000001', adapterState: '0.04' },
    ...{ mfaCode: null, extra: {}, validUntil: new Date(start + validForMs) },
  }
  const settings = { baseUrl: server.url, timeouts: patientTimeouts }
  const outcome = await bybit(tools, settings).withdraw({ apiKey: 'key', apiSecret: 'secret' }, '', order)
  return { sent, kind: outcome.kind === 'rejected' ? outcome.code : outcome.kind }
}

test('the window of an order ends when the order does, however long the server waited for a rate limit', async () => {
  for (const waitMs of [0, 1, 3_999, 12_000, 19_999]) {
    const { sent, kind } = await sentAfter(waitMs, 20_000)
    assert.equal(kind, 'accepted')
    assert.deepEqual(sent, {
      timestamp: start + waitMs,
      bodyTimestamp: start + waitMs,
      recvWindow: 20_000 - waitMs,
    })
  }
})

test('an order that has expired after the wait is not sent', async () => {
  for (const waitMs of [20_000, 20_001, 60_000]) {
    assert.deepEqual(await sentAfter(waitMs, 20_000), { sent: null, kind: 'notSent' })
  }
})

test('no window is longer than 30 seconds', async () => {
  const { sent } = await sentAfter(0, 300_000)
  assert.equal(sent?.recvWindow, 30_000)
})
