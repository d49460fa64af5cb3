// Outcomes of orders at KuCoin: keys of both versions, records of one currency, funds that come back, and transfers that never
// leave KuCoin. By canned responses in the forms that KuCoin documents, and through the real engine.

import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { Exchange } from '../../../../../server/exchanges/exchange.ts'
import type { ExchangeTools } from '../../../../../server/exchanges/kit/tools.ts'
import { kuCoin } from '../../../../../server/exchanges/ku-coin/ku-coin.ts'
import { networkCatalogue } from '../../../../../server/networks/catalogue.ts'
import type { Preview } from '../../../../../server/transfers/preview-store.ts'
import { eventsOf } from '../../../../../server/transfers/timeline.ts'
import { type CannedServer, startCannedServer } from '../../../../support/canned-server.ts'
import { type EmulatorExchange, startEmulatorExchange } from '../../../../support/emulator-exchange.ts'
import { type Engine, startEngine } from '../../../../support/engine.ts'
import { patientTimeouts } from '../../../../support/patient-timeouts.ts'

const now = Date.parse('2026-11-20T12:00:00Z')
const tools: ExchangeTools = {
  now: () => new Date(now),
  networks: networkCatalogue('production'),
  acquire: async () => true,
  withKeyLock: (_key, call) => call(now),
}
const credentials = { apiKey: 'c5dcfbf1f3a7cafe', apiSecret: 'secret', passphrase: 'passphrase', keyVersion: '3' }
const clientReference = '3f0c4b1e-0000-4000-8000-000000000001'
const address = '0xDf979ae7B879210cD0c28acd5827F59d7c8Bc25d'
const hash = 'ab'.repeat(32)
const since = new Date(now - 60_000)

describe('responses', () => {
  let server: CannedServer
  let exchange: Exchange
  before(async () => {
    server = await startCannedServer()
    exchange = kuCoin(tools, { baseUrl: server.url, timeouts: patientTimeouts })
  })
  after(() => server.close())

  /** By the request: its URL and the version of the key that it states. */
  function respondBy(bodyOf: (url: URL, version: string) => unknown): void {
    server.respondWith((request, response) => {
      const body = bodyOf(new URL(request.url ?? '', 'http://localhost'), String(request.headers['kc-api-key-version']))
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify(body))
    })
  }
  const data = (value: unknown) => ({ code: '200000', data: value })
  const rejection = (code: string) => ({ code, msg: 'No.' })
  const row = {
    ...{ id: '67e6515f7960ba0007b42025', currency: 'USDC', status: 'PROCESSING', address, memo: '', isInner: false },
    ...{ amount: '25.50000000', fee: '0.04000000', walletTxId: null, createdAt: now, remark: clientReference },
  }
  const single = async (more: object) => {
    respondBy(() => data({ ...row, chainId: 'base', uid: 1, ...more }))
    return exchange.getWithdrawal(credentials, '', row.id)
  }
  const signIn = (site = 'global') =>
    exchange.startSignIn({ ...credentials, site, keyVersion: '' }, { url: 'http://localhost/back', state: 's' })

  test('the version of a key is found at sign-in, and stored', async () => {
    const key = data({ uid: 165_111_215, permission: 'General,Transfer', isMaster: true })
    for (const keyVersion of ['3', '2']) {
      respondBy((_url, version) => (version === keyVersion ? key : rejection('400004')))
      const result = await signIn()
      assert.ok(result.state === 'connected' && result.credentials.keyVersion === keyVersion, JSON.stringify(result))
    }
  })

  test('a key that neither version accepts is refused with the more specific error', async () => {
    for (const [third, second, reason] of [
      ['400003', '400003', 'keyNotFoundAtSite'],
      ['400003', '400004', 'signInRejected'],
      ['400004', '400003', 'signInRejected'],
      ['400006', '400006', 'keyAddressRefused'],
    ] as const) {
      respondBy((_url, version) => rejection(version === '3' ? third : second))
      const result = await signIn()
      assert.ok(result.state === 'failed' && result.reason === reason, `${third} ${second}`)
    }
    respondBy(() => rejection('500000'))
    await assert.rejects(signIn(), { kind: 'unavailable' })
  })

  test('an account that was stored without a version sends version 2', async () => {
    const versions: string[] = []
    respondBy((_url, version) => {
      versions.push(version)
      return data(null)
    })
    const { keyVersion: _, ...before } = credentials
    await exchange.getWithdrawal(before, '', row.id)
    await exchange.getWithdrawal(credentials, '', row.id)
    assert.deepEqual(versions, ['2', '3'])
  })

  test('records are read by currency, and rows of another currency are an error', async () => {
    const requested: (string | null)[] = []
    const page = (items: unknown[]) => data({ currentPage: 1, pageSize: 500, totalNum: 1, totalPage: 1, items })
    respondBy((url) => {
      const currency = url.searchParams.get('currency')
      requested.push(currency)
      return page(currency === 'USDC' ? [{ ...row, chain: 'base' }] : [])
    })
    const listed = await exchange.listWithdrawals(credentials, '', since)
    assert.deepEqual([listed.length, new Set(requested).size, requested.includes(null)], [1, requested.length, false])
    assert.ok(requested.includes('BTC') && requested.includes('USDT'))
    const find = (symbol: string) =>
      exchange.findWithdrawal(credentials, '', { symbol, networkKey: 'base', clientReference, since })
    assert.equal((await find('USDC'))?.id, row.id)
    respondBy(() => page([{ ...row, chain: 'base' }]))
    await assert.rejects(find('USDT'), { kind: 'unavailable' })
  })

  test('a failed withdrawal counts as failed once its funds are back', async () => {
    const states = { NOT_RETURN: 'unknown', PROCESSING: 'pending', SUCCESS: 'failed', ODD: 'unknown' }
    for (const [returnStatus, state] of Object.entries(states)) {
      assert.equal((await single({ status: 'FAILURE', returnStatus, returnAmount: null }))?.state, state, returnStatus)
    }
    assert.equal((await single({ status: 'FAILURE' }))?.state, 'failed')
    assert.equal((await single({ status: 'FAILURE', returnStatus: null }))?.state, 'failed')
  })

  test('a withdrawal that came back is failed when all of it did, and otherwise proves nothing', async () => {
    const returned = { status: 'SUCCESS', returnStatus: 'SUCCESS', returnAmount: '25.5', returnCurrency: 'USDC' }
    assert.equal((await single(returned))?.state, 'failed')
    for (const more of [
      { returnAmount: '25.49' },
      { returnAmount: null },
      { returnCurrency: 'KCS' },
      { returnStatus: 'PROCESSING' },
      { walletTxId: hash },
      { status: 'PROCESSING', returnStatus: 'PROCESSING' },
    ]) {
      assert.equal((await single({ ...returned, ...more }))?.state, 'unknown', JSON.stringify(more))
    }
    const none = { status: 'SUCCESS', returnStatus: 'NOT_RETURN', returnAmount: null, returnCurrency: 'KCS' }
    assert.equal((await single(none))?.state, 'completed')
  })

  test('a transfer inside KuCoin has no hash, and its record may name no chain', async () => {
    const inside = await single({ status: 'SUCCESS', isInner: true, chainId: '' })
    assert.deepEqual([inside?.isInternal, inside?.state, inside?.networkKey], [true, 'completed', null])
    const onChain = await single({ status: 'SUCCESS', isInner: true, walletTxId: hash })
    assert.deepEqual([onChain?.isInternal, onChain?.hash], [undefined, `0x${hash}`])
    assert.equal((await single({ status: 'SUCCESS' }))?.isInternal, undefined)
    assert.equal((await single({ chainId: 'kcc' }))?.networkKey, '')
  })
})

describe('through the engine', () => {
  let emulator: EmulatorExchange
  let engine: Engine
  before(async () => {
    emulator = await startEmulatorExchange('kuCoin', kuCoin)
  })
  beforeEach(async () => {
    const fields = await emulator.credentialsOf('user_good')
    engine = await startEngine(undefined, { exchange: emulator.exchange, clock: emulator.sandbox.clock, fields })
  })
  after(() => emulator.close())

  async function executeUnder(faults: object, amount: string): Promise<Preview> {
    const preview = await engine.preview(amount)
    await emulator.fault({ ...faults, scope: 'withdraw' })
    await engine.execute(preview)
    await emulator.fault({})
    return preview
  }
  async function pollFor(minutes: number, everyMinutes = 1): Promise<void> {
    for (let minute = 0; minute < minutes; minute += everyMinutes) {
      engine.wait(everyMinutes * 60_000)
      await engine.poll()
    }
  }

  test('a failed withdrawal is returned when its funds are back, and not before', async () => {
    const preview = await executeUnder({ failsLater: true }, '31.031')
    await emulator.fault({ returning: true })
    await emulator.sandbox.exchange.settlement.wake()
    await pollFor(5)
    assert.equal((await engine.transferOf(preview)).state, 'Submitted')
    await emulator.fault({})
    await pollFor(5)
    assert.equal((await engine.transferOf(preview)).state, 'Returned')
    await engine.close()
  })

  test('a transfer that stays inside KuCoin succeeds without a transaction, which its timeline states', async () => {
    const preview = await executeUnder({}, '31.032')
    await emulator.fault({ internalTransfer: true })
    await pollFor(3)
    const transfer = await engine.transferOf(preview)
    const events = await eventsOf(engine.deps.database.query, transfer.id)
    await emulator.fault({})
    assert.deepEqual([transfer.state, transfer.hash], ['Succeeded', ''])
    assert.deepEqual(events.at(-1)?.detail, { proof: 'exchange', inside: 'exchange' })
    await engine.close()
  })

  test('a key of version 2 connects, sends and is polled', async () => {
    await emulator.changeKey('user_good', { version: '2' })
    const fields = await emulator.credentialsOf('user_good')
    const own = await startEngine(undefined, { exchange: emulator.exchange, clock: emulator.sandbox.clock, fields })
    const preview = await own.preview('31.033')
    await own.execute(preview)
    await own.poll()
    assert.ok(['Submitted', 'Confirming', 'Succeeded'].includes((await own.transferOf(preview)).state))
    await emulator.changeKey('user_good', { version: '3' })
    await own.close()
    await engine.close()
  })
})
