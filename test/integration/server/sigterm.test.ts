// SIGTERM to a real server process with requests in flight, on both storages.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'
import { projectRoot } from '../../../scripts/command.ts'
import { networkCatalogue } from '../../../server/networks/catalogue.ts'
import type { Database } from '../../../server/storage/storage.ts'
import { type ApiClient, apiClient, type ClientResponse, signIn, until } from '../../proofs/chaos/api-client.ts'
import { randomFrom } from '../../proofs/chaos/random.ts'
import { type Stage, type Storage, startStage } from '../../proofs/chaos/stage.ts'
import { isShortRun, proofTest } from '../../support/length.ts'
import { findPostgres } from '../../support/postgres.ts'

const { postgres, missing } = await findPostgres()
const transfers = '/api/v1/transfers'
const lockedMs = 4_500
// No chain of this machine: the exchange settles it internally.
const arbitrumId = networkCatalogue('sandbox').byKey('arbitrum')?.id

describe('a server that receives SIGTERM', { concurrency: true }, () => {
  describe('on the embedded storage', { concurrency: false }, () => stopsInOrder('sqlite'))
  if (!isShortRun)
    describe('on PostgreSQL', { concurrency: false, skip: postgres === null && missing }, () =>
      stopsInOrder('postgres'),
    )
})
after(() => postgres?.drop())

function stopsInOrder(storage: Storage): void {
  let stage: Stage
  let client: ApiClient
  let token: string
  let database: Database
  before(async () => {
    const options = { storage, random: randomFrom(1), speedup: 8, root: projectRoot, serverCount: 1, hasChain: false }
    stage = await startStage(options)
    client = apiClient({ timeoutMs: 30_000 })
    ;[token = ''] = await signIn(client, url(), 'user_networks')
    database = await stage.openDatabase()
  })
  after(async () => {
    client.close()
    await database.close()
    await stage.stop()
  })

  const url = () => stage.apiUrls[0] ?? ''
  const server = () => stage.servers[0] as Stage['servers'][number]

  test('completes an execute in flight, accepts no new connection, and releases its leases', async () => {
    const previewId = await preview('25')
    await faults({ slow: { on: true, ms: 2_500, scope: 'withdraw', times: 1 } })
    const response = execute(previewId)
    await until(15_000, isTaken, 20)
    const ended = server().stop()
    await until(2_000, isRefused, 20)
    const { status, body } = await response
    assert.equal(status, 200)
    assert.deepEqual([body.Status, body.TransferResult.Status], ['Succeeded', 'Pending'])
    const end = await ended
    assert.deepEqual([end?.code, end?.signal], [0, null])
    assert.ok(end !== null && end.ms < 7_000, `${end?.ms} ms`)
    assert.deepEqual(await held(), [])
    assert.equal((await stored(previewId)).state, 'Submitted')
    await server().start()
    await until(40_000, () => hasSucceeded(body.TransferResult.TransferId))
  })

  test('exits within ten seconds though the exchange hangs, returns the known state, and the next start reconciles the rest', async () => {
    const waiting = await execute(await preview('26.03'))
    const previewId = await preview('27')
    // The withdrawal request gets no response, and neither does a poll of the pending transfer.
    await faults({ hang: { on: true, scope: 'withdraw', times: 1 } })
    const response = execute(previewId)
    await until(15_000, isTaken, 20)
    await faults({ hang: { on: true, scope: 'list' } })
    await until(15_000, pollHangs, 600)
    const late = await preview('28')
    await faults({ hang: { on: true, scope: 'list' }, slow: { on: true, ms: 60_000, times: 1 } })
    const neverBegun = execute(late)
    await until(15_000, isTaken, 20)
    const ended = server().stop()
    const { status, body } = await response
    assert.deepEqual([status, body.Status, body.TransferResult.Status], [200, 'Succeeded', 'Pending'])
    const refused = await neverBegun
    assert.deepEqual([refused.status, refused.body.ErrorType], [503, 'shuttingDown'])
    const end = await ended
    assert.deepEqual([end?.code, end?.signal], [0, null])
    assert.ok(end !== null && end.ms < 10_000, `${end?.ms} ms`)
    assert.deepEqual(await held(), [])
    assert.equal((await stored(previewId)).state, 'Submitting')

    await faults({})
    await server().start()
    // It is not sent again: the withdrawal was provably never made.
    await until(40_000, async () => ((await stored(previewId)).state === 'NotSent' ? true : undefined))
    const repeated = await execute(previewId)
    assert.deepEqual(
      [repeated.replayed, repeated.body.TransferResult.TransferId],
      [true, body.TransferResult.TransferId],
    )
    assert.equal((await execute(late)).body.TransferResult.Status, 'Pending')
    const { withdrawals } = (await client.call('GET', `${stage.exchangeUrl}/console/withdrawals`, undefined, {})).body
    const amounts = (withdrawals as { amount: string }[]).map(({ amount }) => amount)
    // 25 is the first test's.
    assert.deepEqual(amounts.filter((amount) => amount !== '25').sort(), ['26.03', '28'])
    assert.equal(waiting.body.TransferResult.Status, 'Pending')
  })

  // On PostgreSQL the same write waits. Only the test's way to delay it would differ.
  if (storage === 'sqlite') {
    proofTest('stores the outcome of a send before it ends, though the database is locked for a while', async () => {
      const previewId = await preview('29')
      await faults({ slow: { on: true, ms: 1_500, scope: 'withdraw', times: 1 } })
      // Its client does not wait for the response: no connection keeps the process alive.
      const impatient = apiClient({ timeoutMs: 3_000 })
      const response = execute(previewId, impatient).catch((error: Error) => error.message)
      await until(15_000, isTaken, 20)
      const other = new Sqlite(join(stage.folder, 'api-1', 'server', 'transfer-link.db'))
      other.exec('begin immediate')
      assert.equal(await response, 'no response in time')
      impatient.close()
      assert.equal((await stored(previewId)).state, 'Submitting')
      const ended = server().stop()
      await until(2_000, isRefused, 20)
      // Longer than anything else that a process waits for here.
      assert.equal(await Promise.race([ended, pause(lockedMs, 'waits')]), 'waits')
      other.exec('rollback')
      other.close()
      const end = await ended
      assert.deepEqual([end?.code, end?.signal], [0, null])
      assert.ok(end !== null && end.ms < 10_000, `${end?.ms} ms`)
      assert.equal((await stored(previewId)).state, 'Submitted')
    })
  }

  async function preview(amount: string): Promise<string> {
    const terms = { FromAuthToken: token, FromType: 'sandbox', NetworkId: arbitrumId, Symbol: 'USDC' }
    const body = JSON.stringify({ ...terms, ToAddress: `0x${'12'.repeat(20)}` }).replace(/}$/, `,"Amount":${amount}}`)
    const response = await client.call('POST', `${url()}${transfers}/managed/preview`, body)
    assert.ok(response.body?.PreviewResult?.PreviewId, JSON.stringify(response.body))
    return response.body.PreviewResult.PreviewId
  }

  function execute(previewId: string, as = client): Promise<ClientResponse> {
    const body = { fromAuthToken: token, fromType: 'sandbox', previewId }
    return as.call('POST', `${url()}${transfers}/managed/execute`, body)
  }

  async function faults(body: object): Promise<void> {
    const { status } = await client.call('PUT', `${stage.exchangeUrl}/console/faults`, body, {})
    assert.equal(status, 200)
  }

  /** Whether a fault for one call has met it. */
  async function isTaken(): Promise<true | undefined> {
    const { body } = await client.call('GET', `${stage.exchangeUrl}/console/state`, undefined, {})
    const limited = (Object.values(body.faults) as { times: number | null }[]).filter(({ times }) => times !== null)
    return limited.length === 0 ? true : undefined
  }

  async function isRefused(): Promise<true | undefined> {
    const newcomer = apiClient({ timeoutMs: 1_000 })
    const error = await newcomer.call('GET', `${url()}/livez`).catch((reason: NodeJS.ErrnoException) => reason)
    newcomer.close()
    return 'code' in error && error.code === 'ECONNREFUSED' ? true : undefined
  }

  function held() {
    const leased = database.query.selectFrom('transfer').select(['id', 'leased_until']).where('lease', 'is not', null)
    return leased.whereRef('leased_until', '=', 'next_poll_at').execute()
  }

  let seen = ''
  /** True if the same poll of a transfer is in flight as at the last call. */
  async function pollHangs(): Promise<true | undefined> {
    const before = seen
    seen = JSON.stringify(await held())
    return seen === before && seen !== '[]' ? true : undefined
  }

  function stored(previewId: string) {
    const select = database.query.selectFrom('transfer').select('state').where('preview_id', '=', previewId)
    return select.executeTakeFirstOrThrow()
  }

  async function hasSucceeded(transferId: string): Promise<true | undefined> {
    const { body } = await client.call('GET', `${url()}${transfers}/${transferId}`)
    return body.content.status === 'Succeeded' ? true : undefined
  }
}
