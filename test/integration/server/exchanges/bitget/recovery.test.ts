// Outcomes of orders at Bitget: one that never leaves the exchange, one whose account changed its kind, and one that a review
// ended. By canned responses in the forms that Bitget documents, and through the real engine.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { Amount } from '../../../../../server/contract/amount.ts'
import { bitget } from '../../../../../server/exchanges/bitget/bitget.ts'
import type { Exchange } from '../../../../../server/exchanges/exchange.ts'
import type { CallPolicy, ExchangeTools } from '../../../../../server/exchanges/kit/tools.ts'
import { networkCatalogue } from '../../../../../server/networks/catalogue.ts'
import type { Preview } from '../../../../../server/transfers/preview-store.ts'
import { eventsOf } from '../../../../../server/transfers/timeline.ts'
import { type CannedServer, startCannedServer } from '../../../../support/canned-server.ts'
import { type EmulatorExchange, orderOf, startEmulatorExchange } from '../../../../support/emulator-exchange.ts'
import { type Engine, recipient, startEngine } from '../../../../support/engine.ts'
import { proofTest } from '../../../../support/length.ts'
import { patientTimeouts } from '../../../../support/patient-timeouts.ts'
import { until } from '../../../../support/test-exchange.ts'

const minuteMs = 60_000
const now = Date.parse('2026-11-20T12:00:00Z')
const policies = new Map<string, CallPolicy>()
const tools: ExchangeTools = {
  now: () => new Date(now),
  networks: networkCatalogue('production'),
  async acquire(bucket, policy) {
    policies.set(bucket.split(':')[1] ?? '', policy)
    return true
  },
  withKeyLock: (_key, call) => call(now),
}
const credentials = { apiKey: 'c5dcfbf1f3a7cafe', apiSecret: 'secret', passphrase: 'passphrase' }
const clientReference = '3f0c4b1e-0000-4000-8000-000000000001'
const address = '0xDf979ae7B879210cD0c28acd5827F59d7c8Bc25d'
const hash = 'ab'.repeat(32)

describe('responses', () => {
  let server: CannedServer
  let exchange: Exchange
  before(async () => {
    server = await startCannedServer()
  })
  after(() => server.close())

  /** By path; a path that is not there gets 599. */
  function respondWith(bodies: Record<string, unknown | ((url: URL) => unknown)>): void {
    exchange = bitget(tools, { baseUrl: server.url, timeouts: patientTimeouts })
    server.respondWith((request, response) => {
      const url = new URL(request.url ?? '', 'http://localhost')
      const canned = bodies[url.pathname]
      const body = typeof canned === 'function' ? canned(url) : canned
      const isRefusal = (body as { code?: string } | undefined)?.code !== '00000'
      response.writeHead(body === undefined ? 599 : isRefusal ? 400 : 200, { 'content-type': 'application/json' })
      response.end(JSON.stringify(body ?? {}))
    })
  }
  const data = (value: unknown) => ({ code: '00000', msg: 'success', requestTime: now, data: value })
  const rejection = (code: string) => ({ code, msg: 'No.', requestTime: now, data: null })
  const since = new Date(now - minuteMs)
  const terms = { symbol: 'USDC', networkKey: 'base' }

  const classicRow = {
    ...{ orderId: '1094957867615789056', tradeId: hash, coin: 'USDC', dest: 'on_chain', clientOid: clientReference },
    ...{ type: 'withdraw', tag: '', size: '25.54000000', fee: '-0.04000000', status: 'success', toAddress: address },
    ...{ fromAddress: null, confirm: '100', chain: 'base', cTime: String(now), uTime: String(now) },
  }
  /** As v3 responds by ccxt's record of one: other names, and a fee that may be positive. */
  const unifiedRow = {
    ...{ orderId: '1477203433330230002', recordId: hash, coin: 'usdc', type: 'withdraw', size: '25.54', fee: '0.04' },
    ...{ status: 'success', toAddress: address, dest: 'on_chain', chain: 'BASE', confirm: '5', tag: '' },
    ...{ clientOid: clientReference, createdTime: String(now), updatedTime: String(now) },
  }
  const find = () => exchange.findWithdrawal(credentials, '', { ...terms, clientReference, since })
  const classicRecords = '/api/v2/spot/wallet/withdrawal-records'
  const unifiedRecords = '/api/v3/account/withdrawal-records'

  test('only a withdrawal that left on a chain has a hash, and one that stayed inside is marked', async () => {
    const read = async (more: object) => {
      respondWith({ [classicRecords]: data([{ ...classicRow, ...more }]) })
      const { hash: reported, isInternal, state, charged } = (await find()) ?? assert.fail()
      return [reported, isInternal ?? false, state, charged?.toString()]
    }
    assert.deepEqual(await read({}), [`0x${hash}`, false, 'completed', '25.54'])
    for (const dest of ['internal_transfer', 'inner_address_transfer']) {
      assert.deepEqual(await read({ dest }), ['', true, 'completed', '25.54'], dest)
      assert.deepEqual(await read({ dest, tradeId: classicRow.orderId }), ['', true, 'completed', '25.54'], dest)
    }
    assert.deepEqual(await read({ dest: 'dest' }), ['', false, 'completed', '25.54'])
    assert.deepEqual(await read({ dest: null }), ['', false, 'completed', '25.54'])
    // On a chain whose hashes have no fixed form, the id of the order is none either.
    assert.deepEqual(await read({ chain: 'SOL', tradeId: classicRow.orderId }), ['', false, 'completed', '25.54'])
  })

  test('states are read by v1’s words too, and one without a known place of the funds is unknown', async () => {
    const states = {
      Pending: 'pending',
      pending_review: 'pending',
      wait_frozen: 'pending',
      wallet_processing: 'pending',
      pre_success: 'pending',
      risk_audit: 'pending',
      success: 'completed',
      reject: 'failed',
      frozen_fail: 'failed',
      pending_review_fail: 'failed',
      cancel: 'canceled',
      wallet_fail: 'unknown',
      Pending_fail: 'unknown',
      recharge_fail_risk_wait_to_system: 'unknown',
    }
    for (const [status, state] of Object.entries(states)) {
      respondWith({ [classicRecords]: data([{ ...classicRow, tradeId: '', status }]) })
      assert.equal((await find())?.state, state, status)
    }
  })

  test('a record is read in v3 where v2 is refused, with its fee taken out of its size', async () => {
    respondWith({ [classicRecords]: rejection('40085'), [unifiedRecords]: data([unifiedRow]) })
    const found = (await find()) ?? assert.fail()
    assert.deepEqual(
      [found.id, found.symbol, found.networkKey, found.amount.toString(), found.hash, found.createdAt.getTime()],
      [unifiedRow.orderId, 'USDC', 'base', '25.5', `0x${hash}`, now],
    )
    // The kind of account is known from then on.
    const before = server.requests.length
    await find()
    assert.equal(server.requests.length, before + 1)
    respondWith({ [unifiedRecords]: rejection('40084'), [classicRecords]: rejection('40085') })
    await assert.rejects(find(), { name: 'ExchangeFailure' })
  })

  test('an empty list of the other API is no proof that an order is absent', async () => {
    const isIntact = (adapterState: string) => exchange.isFenceIntact?.(credentials, '', { adapterState })
    const bodies = { [classicRecords]: data([]), [unifiedRecords]: data([]), '/api/v3/account/settings': data({}) }
    respondWith(bodies)
    assert.equal(await find(), undefined)
    assert.equal(await isIntact('0.04 unified'), false)
    // From then on the right API is read.
    assert.equal(await find(), undefined)
    assert.equal(new URL(server.requests.at(-1)?.path ?? '', 'http://localhost').pathname, unifiedRecords)
    assert.equal(await isIntact('0.04 unified'), true)
    assert.equal(await isIntact('0.04'), false)
    respondWith({ ...bodies, '/api/v3/account/settings': rejection('40084') })
    assert.equal(await find(), undefined)
    assert.equal(await isIntact('0.04'), true)
  })

  test('a withdrawal is looked up by its id for three months, a month at a time', async () => {
    const windows: [number, number][] = []
    respondWith({
      [classicRecords]: rejection('40085'),
      [unifiedRecords]: (url: URL) => {
        const [from, to] = ['startTime', 'endTime'].map((name) => Number(url.searchParams.get(name)))
        windows.push([from ?? 0, to ?? 0])
        return data([])
      },
    })
    assert.equal(await exchange.getWithdrawal(credentials, '', unifiedRow.orderId), undefined)
    const dayMs = 86_400_000
    assert.ok(windows.every(([from, to]) => to - from <= 30 * dayMs))
    assert.deepEqual(
      windows.slice(1).map(([, to]) => to),
      windows.slice(0, -1).map(([from]) => from),
    )
    assert.ok((windows.at(-1)?.[0] ?? now) <= now - 86 * dayMs)
  })

  test('a list of a unified account is read by its cursor, window by window', async () => {
    const all = Array.from({ length: 300 }, (_, n) => ({
      ...{ ...unifiedRow, orderId: String(10_000 - n), clientOid: `c${n}` },
      createdTime: String(now - n * 10_800_000),
    }))
    respondWith({
      [classicRecords]: rejection('40085'),
      [unifiedRecords]: ({ searchParams }: URL) => {
        const bound = (name: string) => Number(searchParams.get(name))
        const inside = all.filter(
          ({ createdTime }) => Number(createdTime) >= bound('startTime') && Number(createdTime) <= bound('endTime'),
        )
        const cursor = searchParams.get('cursor')
        const start = cursor === null ? 0 : inside.findIndex(({ orderId }) => orderId === cursor) + 1
        return data(inside.slice(start, start + Number(searchParams.get('limit'))))
      },
    })
    for (const [days, count] of [
      [20, 161],
      [31, 249],
    ] as const) {
      const listed = await exchange.listWithdrawals(credentials, '', new Date(now - days * 86_400_000))
      assert.equal(listed.length, count)
    }
  })

  test('a withdrawal has the limit of its API, and the other calls theirs', async () => {
    const chain = {
      ...{ chain: 'BASE', withdrawable: 'true', withdrawFee: '0.04', minWithdrawAmount: '1.5', withdrawMinScale: '8' },
      contractAddress: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
    }
    const made = data({ orderId: '1', clientOid: clientReference })
    respondWith({
      '/api/v2/spot/public/coins': data([{ coin: 'USDC', chains: [chain] }]),
      '/api/v2/spot/wallet/withdrawal': made,
      '/api/v3/account/withdrawal': made,
    })
    const order = {
      ...{ ...terms, address, addressTag: '', amount: Amount.parse('25.5'), clientReference },
      ...{ mfaCode: null, extra: {}, validUntil: new Date(now + 40_000) },
    }
    for (const [adapterState, name, quota] of [
      ['0.04', 'withdraw', 3],
      ['0.04 unified', 'withdrawUnified', 1],
    ] as const) {
      assert.equal((await exchange.withdraw(credentials, '', { ...order, adapterState })).kind, 'accepted')
      assert.deepEqual(policies.get(name), { quota, windowSeconds: 1 })
    }
    assert.deepEqual(policies.get('key'), { quota: 5, windowSeconds: 1 })
  })

  test('a unified account can withdraw the maximum that Bitget states, whatever its wallets hold', async () => {
    const chain = {
      ...{ chain: 'BASE', needTag: 'false', withdrawable: 'true', withdrawFee: '0.04', extraWithdrawFee: '0' },
      ...{ minWithdrawAmount: '1.5', contractAddress: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913' },
      ...{ withdrawStep: '0', withdrawMinScale: '8' },
    }
    const balance = (coin: string, available: string) => ({ coin, available, frozen: '0', locked: '0' })
    respondWith({
      '/api/v2/spot/public/coins': data([{ coin: 'USDC', chains: [chain] }]),
      '/api/v2/spot/account/assets': rejection('40085'),
      '/api/v2/account/funding-assets': rejection('40085'),
      '/api/v3/account/funding-assets': data([balance('USDC', '10'), balance('BGB', '3')]),
      '/api/v3/account/assets': data({ accountEquity: '1', assets: [balance('USDC', '5'), balance('BGB', '4')] }),
      '/api/v3/account/max-withdrawal': data({ coin: 'USDC', totalMaxWithdrawal: '12.5', utaMaxWithdrawal: '2.5' }),
    })
    const holdings = await exchange.holdings(credentials, '')
    assert.deepEqual(
      holdings.map(({ symbol, available, routes }) => [symbol, available.toString(), routes.length]),
      [
        ['USDC', '12.5', 1],
        ['BGB', '7', 0],
      ],
    )
  })
})

describe('an account that changes its kind', () => {
  let emulator: EmulatorExchange
  let engine: Engine
  before(async () => {
    emulator = await startEmulatorExchange('bitget', bitget)
    const fields = await emulator.credentialsOf('user_good')
    engine = await startEngine(undefined, { exchange: emulator.exchange, clock: emulator.sandbox.clock, fields })
  })
  after(async () => {
    await engine.close()
    await emulator.close()
  })

  async function pollFor(minutes: number, everyMinutes = 20): Promise<void> {
    for (let minute = 0; minute < minutes; minute += everyMinutes) {
      engine.wait(everyMinutes * minuteMs)
      await engine.poll()
    }
  }
  async function executeUnder(faults: object, amount: string): Promise<Preview> {
    const preview = await engine.preview(amount)
    await emulator.fault({ ...faults, scope: 'withdraw' })
    await engine.execute(preview)
    await emulator.fault({})
    return preview
  }

  test('an order whose response was lost is found in v3', async () => {
    const preview = await executeUnder({ loseAnswer: true }, '31.021')
    await emulator.fault({ migratedAccount: true })
    await pollFor(5, 5)
    assert.equal((await engine.transferOf(preview)).state, 'Submitted')
    await emulator.fault({})
  })

  test('an order that a review holds back is pending, and one that the review ends is returned', async () => {
    const rows = async () => {
      const fields = await emulator.credentialsOf('user_good')
      const listed = await emulator.exchange.listWithdrawals(
        fields,
        '',
        new Date(engine.deps.now().getTime() - minuteMs),
      )
      return listed.map(({ state }) => state)
    }
    const preview = await executeUnder({ failsLater: true }, '31.025')
    assert.equal((await rows())[0], 'pending')
    engine.wait(2_000)
    emulator.sandbox.exchange.settlement.wake()
    await until(rows, ([newest]) => newest === 'failed')
    await pollFor(10, 5)
    assert.equal((await engine.transferOf(preview)).state, 'Returned')
  })

  proofTest('an accepted order is polled in v3', async () => {
    const preview = await executeUnder({}, '31.022')
    await emulator.fault({ migratedAccount: true })
    await pollFor(60, 10)
    const { state, attention, withdrawalId } = await engine.transferOf(preview)
    assert.deepEqual([state, attention], ['Submitted', null])
    const fields = await emulator.credentialsOf('user_good')
    const found = await emulator.exchange.getWithdrawal(fields, '', withdrawalId ?? '')
    assert.deepEqual([found?.id, found?.amount.toString()], [withdrawalId, '31.022'])
    await emulator.fault({})
  })

  test('an order of v2 that v3 does not list stays unknown, with attention, whether or not it was made', async () => {
    for (const [order, amount] of [
      ['loseAnswer', '31.023'],
      ['error500Before', '31.024'],
    ] as const) {
      const preview = await executeUnder({ [order]: true }, amount)
      await emulator.fault({ migratedAccount: true, recordsLeftBehind: true })
      await pollFor(200)
      const open = await engine.transferOf(preview)
      assert.deepEqual([open.state, open.emptyPolls], ['Unknown', 0], order)
      assert.match(open.attention ?? '', /of the account/)
      await emulator.fault({})
      await pollFor(200)
      assert.equal((await engine.transferOf(preview)).state, order === 'loseAnswer' ? 'Submitted' : 'NotSent')
    }
  })

  test('an order is sent to the kind of account that was quoted: another one refuses it, and nothing is made', async () => {
    const { exchange } = emulator
    const fields = await emulator.credentialsOf('user_good')
    const order = await orderOf(emulator, fields, { address: recipient })
    const { made } = await emulator.counts()
    await emulator.fault({ migratedAccount: true })
    assert.deepEqual(await exchange.withdraw(fields, '', order), { kind: 'rejected', code: 'quote_expired' })
    const again = await orderOf(emulator, fields, { address: recipient })
    assert.match(again.adapterState, / unified$/)
    assert.equal((await exchange.withdraw(fields, '', again)).kind, 'accepted')
    assert.equal((await emulator.counts()).made, made + 1)
    await emulator.fault({})
    const back = await orderOf(emulator, fields, { address: recipient, adapterState: again.adapterState })
    assert.deepEqual(await exchange.withdraw(fields, '', back), { kind: 'rejected', code: 'quote_expired' })
    assert.equal((await emulator.counts()).made, made + 1)
  })
})

describe('a unified account', () => {
  let emulator: EmulatorExchange
  before(async () => {
    emulator = await startEmulatorExchange('bitget', bitget, { isUnified: true })
  })
  after(() => emulator.close())

  test('an order waits for its address until the address book has it', async () => {
    const { exchange, sandbox } = emulator
    const fields = await emulator.credentialsOf('user_whitelist')
    const order = await orderOf(emulator, fields, { address: recipient })
    assert.equal((await exchange.withdraw(fields, '', order)).kind, 'addressWhitelistRequired')
    assert.equal(await exchange.isWaitingForUser?.(fields, '', order), true)
    // More than one page of other addresses.
    const save = (label: string, to: string) =>
      sandbox.call('POST', '/console/addresses', { login: 'user_whitelist', label, network: 'base', address: to })
    for (let n = 0; n < 12; n++) await save(`other ${n}`, `0x${String(n).padStart(40, '1')}`)
    assert.equal(await exchange.isWaitingForUser?.(fields, '', order), true)
    await save('mine', recipient)
    assert.equal(await exchange.isWaitingForUser?.(fields, '', order), false)
    assert.equal((await exchange.withdraw(fields, '', order)).kind, 'accepted')
  })

  proofTest(
    'a transfer to another user’s address succeeds without a transaction, which its timeline states',
    async () => {
      for (const isUnified of [false, true]) {
        const own = await startEmulatorExchange('bitget', bitget, { isUnified })
        const fields = await own.credentialsOf('user_good')
        const engine = await startEngine(undefined, { exchange: own.exchange, clock: own.sandbox.clock, fields })
        const preview = await engine.preview('31.02')
        await engine.execute(preview)
        await own.fault({ internalTransfer: true })
        for (let minute = 0; minute < 3; minute++) {
          engine.wait(minuteMs)
          await engine.poll()
        }
        const transfer = await engine.transferOf(preview)
        const events = await eventsOf(engine.deps.database.query, transfer.id)
        await engine.close()
        await own.close()
        assert.deepEqual([transfer.state, transfer.hash], ['Succeeded', ''])
        assert.deepEqual(events.at(-1)?.detail, { proof: 'exchange', inside: 'exchange' })
        // Nothing was charged: all that was ordered arrives.
        assert.ok(transfer.terms.amount.equals(preview.terms.amount.add(preview.terms.networkFee)))
        assert.ok(transfer.terms.networkFee.equals(Amount.zero))
      }
    },
  )
})
