// Outcomes of orders at Coinbase, by the responses that Coinbase documents.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { Amount } from '../../../../../server/contract/amount.ts'
import { coinbase } from '../../../../../server/exchanges/coinbase/coinbase.ts'
import type { Exchange } from '../../../../../server/exchanges/exchange.ts'
import { writeAdapterState } from '../../../../../server/exchanges/kit/exchange-amounts.ts'
import type { ExchangeTools } from '../../../../../server/exchanges/kit/tools.ts'
import { networkCatalogue } from '../../../../../server/networks/catalogue.ts'
import { eventsOf } from '../../../../../server/transfers/timeline.ts'
import { subjects } from '../../../../proofs/broken-responses/subjects.ts'
import { type CannedServer, startCannedServer } from '../../../../support/canned-server.ts'
import { startEngine } from '../../../../support/engine.ts'
import { patientTimeouts } from '../../../../support/patient-timeouts.ts'

const now = Date.parse('2026-11-20T12:00:00Z')
const tools: ExchangeTools = {
  now: () => new Date(now),
  networks: networkCatalogue('production'),
  acquire: async () => true,
  withKeyLock: (_key, call) => call(now),
}
const credentials = { accessToken: 'token' }
const walletId = '2bbf394c-193b-5b2a-9155-3b4732659ede'
const order = {
  symbol: 'USDC',
  networkKey: 'base',
  address: '0xA38f54bf7d4A991dc7BD3b8cfAd5c54d557D4E61',
  addressTag: '',
  amount: Amount.parse('10'),
  clientReference: '9316dd16-0c05-4f25-8b3e-7f1f6c2d7e10',
  adapterState: writeAdapterState(Amount.zero, walletId),
  validUntil: new Date(now + 40_000),
  mfaCode: null,
  extra: {},
}

describe('responses', () => {
  let server: CannedServer
  let exchange: Exchange
  before(async () => {
    server = await startCannedServer()
    const settings = { baseUrl: server.url, timeouts: patientTimeouts }
    exchange = coinbase(tools, { clientId: 'id', clientSecret: 'secret' }, settings)
  })
  after(() => server.close())

  async function outcomeOf(row: Record<string, unknown>): Promise<string> {
    server.respondWith((_request, response) => {
      response.writeHead(201, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ data: row }))
    })
    return (await exchange.withdraw(credentials, '', order)).kind
  }
  const documented = {
    id: '3c04e35e-8e5a-5ff1-9155-00675db4ac02',
    type: 'send',
    status: 'pending',
    amount: { amount: '-10.000000', currency: 'USDC' },
    created_at: '2026-11-20T12:00:00Z',
    network: { status: 'pending' },
  }

  test('an order is accepted by an id and the status of its network alone', async () => {
    assert.equal(await outcomeOf(documented), 'accepted')
    assert.equal(await outcomeOf({ id: documented.id }), 'accepted')
    const withFee = { ...documented, amount: { amount: '-10.050000', currency: 'USDC' } }
    assert.equal(await outcomeOf(withFee), 'accepted')
  })

  test('any field that states another order makes the outcome ambiguous', async () => {
    const network = (name: string) => ({ network: { status: 'pending', network_name: name } })
    const contradictions: Record<string, unknown>[] = [
      { type: 'trade' },
      { idem: 'another' },
      { amount: { amount: '-9.99', currency: 'USDC' } },
      { amount: { amount: '10', currency: 'USDC' } },
      { amount: { amount: '-10', currency: 'USDT' } },
      network('ethereum'),
      network('unlisted'),
      { to: { address: '0x0000000000000000000000000000000000000001' } },
      { to: { address: order.address, address_info: { destination_tag: '7' } } },
      { network: { status: 'pending', transaction_amount: { amount: '11', currency: 'USDC' } } },
    ]
    for (const field of contradictions)
      assert.equal(await outcomeOf({ ...documented, ...field }), 'ambiguous', JSON.stringify(field))
    assert.equal(await outcomeOf({ ...documented, id: '' }), 'ambiguous')
  })

  test('pages are read on from the last row for as long as next_uri is set', async () => {
    const row = (n: number) => ({ ...documented, id: `row-${n}`, idem: `order-${n}`, to: { address: order.address } })
    const pages: Record<string, { rows: number[]; next: string | null }> = {
      '': { rows: [1, 2], next: '/v2/next' },
      'row-2': { rows: [3], next: '/v2/next' },
      'row-3': { rows: [4], next: null },
    }
    server.respondWith((request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost')
      response.writeHead(200, { 'content-type': 'application/json' })
      if (!pathname.endsWith('/transactions')) {
        const wallet = { id: walletId, type: 'wallet', balance: documented.amount, currency: { code: 'USDC' } }
        response.end(JSON.stringify({ data: [wallet], pagination: { next_uri: null } }))
        return
      }
      const page = pages[searchParams.get('starting_after') ?? '']
      response.end(JSON.stringify({ data: page?.rows.map(row), pagination: { next_uri: page?.next } }))
    })
    const found = (reference: string) =>
      exchange.findWithdrawal(credentials, '', {
        ...order,
        clientReference: reference,
        since: new Date(now - 3_600_000),
      })
    assert.equal((await found('order-4'))?.id, `${walletId}:row-4`)
    assert.equal(await found('order-5'), undefined)
    pages['row-3'] = { rows: [], next: '/v2/next' }
    await assert.rejects(found('order-5'), { name: 'ExchangeFailure' })
  })
})

test('a send to another Coinbase account succeeds without a transaction, which its timeline states', async () => {
  const subject = subjects.coinbase
  assert.ok(subject)
  const emulator = await subject.start()
  const fields = await emulator.credentialsOf('user_good')
  const accounts = [{ externalId: '', name: 'Main' }]
  const connected = { state: 'connected', credentials: fields, accounts, renewable: true } as const
  const exchange = { ...emulator.exchange, startSignIn: async () => connected }
  const engine = await startEngine(undefined, { exchange, clock: emulator.sandbox.clock, fields })
  const preview = await engine.preview('31.02')
  await engine.execute(preview)
  await emulator.fault({ internalTransfer: true })
  engine.wait(60_000)
  await engine.poll()
  const transfer = await engine.transferOf(preview)
  const last = (await eventsOf(engine.deps.database.query, transfer.id)).at(-1)
  await engine.close()
  await emulator.close()
  assert.deepEqual([transfer.state, transfer.hash], ['Succeeded', ''])
  assert.deepEqual(last?.detail, { proof: 'exchange', inside: 'exchange' })
})
