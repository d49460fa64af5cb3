// A release is rolled back: the baseline serves on the schema and the open transfers of this version, and then this version again.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { projectRoot } from '../../../scripts/command.ts'
import { apiClient, type ClientResponse, networkIds, signIn, until } from '../../proofs/chaos/api-client.ts'
import { randomFrom } from '../../proofs/chaos/random.ts'
import { type Stage, type Storage, startStage } from '../../proofs/chaos/stage.ts'
import type { Victim } from '../../proofs/chaos/victim.ts'
import { baselineCommit, extractBaseline } from '../../support/baseline.ts'
import { proofSuite } from '../../support/length.ts'
import { findPostgres } from '../../support/postgres.ts'

const client = apiClient({ timeoutMs: 30_000 })
after(() => client.close())

interface Sent {
  previewId: string
  address: string
  amount: string
}

/** A backend that previews and executes transfers to a separate address each, and can repeat every execute. */
function backend(stage: Stage, token: string) {
  const sent: Sent[] = []
  const send = (server: number, path: string, body: string) => client.call('POST', stage.apiUrls[server] + path, body)
  const preview = async (server: number, amount: string): Promise<Sent> => {
    const address = `0x${String(sent.length + 1).padStart(40, '7')}`
    const terms = { FromAuthToken: token, FromType: 'sandbox', NetworkId: networkIds.base, Symbol: 'USDC' }
    const body = JSON.stringify({ ...terms, ToAddress: address }).replace(/\}$/, `,"Amount":${amount}}`)
    const response = await send(server, '/api/v1/transfers/managed/preview', body)
    const previewId = response.body?.PreviewResult?.PreviewId
    assert.equal(typeof previewId, 'string', JSON.stringify(response))
    const made = { previewId, address, amount }
    sent.push(made)
    return made
  }
  const execute = (server: number, { previewId }: Sent, more: object = {}): Promise<ClientResponse> => {
    const body = JSON.stringify({ fromAuthToken: token, fromType: 'sandbox', previewId, ...more })
    return send(server, '/api/v1/transfers/managed/execute', body)
  }
  return { sent, preview, execute }
}

const transferIdOf = ({ body }: ClientResponse): string => String(body?.TransferResult?.TransferId)
const statusOf = ({ body }: ClientResponse): string => String(body?.TransferResult?.Status ?? body?.Status)

interface StoredTransfer {
  previewId: string
  status: string
  state: string
  isLeased: boolean
}

async function stored(stage: Stage): Promise<StoredTransfer[]> {
  const { query, close } = await stage.openDatabase()
  const columns = ['preview_id', 'status', 'state', 'lease', 'leased_until'] as const
  const rows = await query.selectFrom('transfer').select(columns).execute()
  await close()
  return rows.map((row) => ({
    previewId: row.preview_id,
    status: row.status,
    state: row.state,
    isLeased: row.lease !== null && (row.leased_until ?? 0) > Date.now(),
  }))
}

interface Withdrawal {
  id: string
  address: string
  amount: string
  status: string
}

async function withdrawalsOf({ exchangeUrl }: Stage): Promise<Withdrawal[]> {
  return (await client.call('GET', `${exchangeUrl}/console/withdrawals`, undefined, {})).body.withdrawals
}

/** Releases every withdrawal that the exchange holds. */
async function releaseHeld(stage: Stage, address: string): Promise<void> {
  const held = (await withdrawalsOf(stage)).filter((each) => each.address.toLowerCase() === address)
  assert.equal(held.length, 1)
  await client.call('POST', `${stage.exchangeUrl}/console/withdrawals/${held[0]?.id}/release`, {}, {})
}

async function balanceOf(stage: Stage, address: string): Promise<bigint> {
  const data = `0x70a08231${address.slice(2).padStart(64, '0')}`
  const params = [{ to: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913', data }, 'latest']
  const call = { jsonrpc: '2.0', id: 1, method: 'eth_call', params }
  return BigInt((await client.call('POST', stage.rpcUrls.base, call, {})).body.result)
}

const unitsOf = (amount: string) => BigInt(amount.replace('.', '').padEnd(amount.indexOf('.') + 6, '0'))

interface Run {
  stage: Stage
  backend: ReturnType<typeof backend>
  /** The transfers whose execute returned an id. */
  ids: Map<Sent, string>
}

const [thisVersion, baselineVersion] = [0, 1]

async function start({ backend: { preview, execute }, ids }: Run, server: number, amount: string): Promise<Sent> {
  const made = await preview(server, amount)
  ids.set(made, transferIdOf(await execute(server, made)))
  return made
}

const awaitRows = (stage: Stage, limitMs: number, areComplete: (rows: StoredTransfer[]) => boolean) =>
  until(limitMs, async () => (areComplete(await stored(stage)) ? true : undefined), 20)

const haveSucceeded = (rows: StoredTransfer[], sent: Sent[]) =>
  sent.every(({ previewId }) => rows.some((row) => row.previewId === previewId && row.status === 'Succeeded'))

/** This version, until it is killed with open transfers in several states. */
async function leaveOpenTransfers(run: Run) {
  const { stage, backend } = run
  const finished = await start(run, thisVersion, '28.123')
  await awaitRows(stage, 30_000, (rows) => haveSucceeded(rows, [finished]))
  const held = await start(run, thisVersion, '20.03')
  const coded = await backend.preview(thisVersion, '21.02')
  assert.equal(statusOf(await backend.execute(thisVersion, coded)), 'MfaRequired')
  const [unspent, interrupted] = [
    await backend.preview(thisVersion, '22.123'),
    await backend.preview(thisVersion, '24.123'),
  ]
  // The exchange withdraws, and its response is lost.
  const unanswered = await backend.preview(thisVersion, '23.07')
  const executed = backend.execute(thisVersion, unanswered).catch(() => null)
  const hasState = (rows: StoredTransfer[], state: string) => rows.some((row) => row.state === state)
  await awaitRows(stage, 20_000, (rows) => hasState(rows, 'Unknown'))
  stage.exchange.freeze()
  const lost = backend.execute(thisVersion, interrupted).catch(() => null)
  await awaitRows(
    stage,
    20_000,
    (rows) =>
      ['Submitted', 'Unknown', 'RequiresAction'].every((state) => hasState(rows, state)) &&
      rows.some(({ isLeased }) => isLeased),
  )
  await stage.servers[thisVersion]?.kill()
  await Promise.all([executed, lost])
  // Retention deletes the preview of a transfer that has ended.
  const { query, close } = await stage.openDatabase()
  await query.deleteFrom('preview').where('id', '=', finished.previewId).execute()
  await close()
  stage.exchange.thaw()
  return { finished, held, coded, unspent, interrupted, unanswered }
}

/** The baseline finishes them, and serves new ones. Returns a transfer that stays open. */
async function serveWithBaseline(run: Run, open: Awaited<ReturnType<typeof leaveOpenTransfers>>): Promise<Sent> {
  const { stage, backend, ids } = run
  const { execute } = backend
  const baseline = stage.servers[baselineVersion] as Victim
  await baseline.start()
  assert.deepEqual([baseline.state, baseline.errors], ['up', []])
  assert.equal(await knowsPauses(stage, baselineVersion), false)
  assert.equal(transferIdOf(await execute(baselineVersion, open.held)), ids.get(open.held))
  // To the baseline, a preview that was deleted is unknown. It sends nothing, and the transfer can be read.
  assert.equal((await execute(baselineVersion, open.finished)).status, 404)
  const read = await client.call('GET', `${stage.apiUrls[baselineVersion]}/api/v1/transfers/${ids.get(open.finished)}`)
  assert.equal(read.body?.content?.status, 'Succeeded')
  await execute(baselineVersion, open.coded, { mfaCode: '123456' })
  for (const each of [open.unspent, open.interrupted]) await execute(baselineVersion, each)
  const fresh = await start(run, baselineVersion, '25.123')
  const stillHeld = await start(run, baselineVersion, '26.03')
  await releaseHeld(stage, open.held.address)
  await awaitRows(stage, 90_000, (rows) => haveSucceeded(rows, [...Object.values(open), fresh]))
  const ending = await baseline.stop()
  assert.deepEqual([ending?.code, baseline.errors], [0, []])
  return stillHeld
}

/** This version again: every preview has one transfer, and every transfer one withdrawal. */
async function finish(run: Run, stillHeld: Sent): Promise<void> {
  const { stage, backend, ids } = run
  const current = stage.servers[thisVersion] as Victim
  await current.start()
  assert.deepEqual([current.state, current.errors], ['up', []])
  assert.equal(await knowsPauses(stage, thisVersion), true)
  await releaseHeld(stage, stillHeld.address)
  await start(run, thisVersion, '27.123')
  await awaitRows(stage, 60_000, (rows) => haveSucceeded(rows, backend.sent))
  for (const each of backend.sent) {
    const repeated = await backend.execute(thisVersion, each)
    assert.equal(statusOf(repeated), 'Succeeded')
    assert.equal(transferIdOf(repeated), ids.get(each) ?? transferIdOf(repeated))
    const matching = (await withdrawalsOf(stage)).filter(({ address }) => address.toLowerCase() === each.address)
    assert.equal(matching.length, 1, `${each.amount} was sent ${matching.length} times`)
    assert.equal(await balanceOf(stage, each.address), unitsOf(each.amount))
  }
  assert.equal((await stored(stage)).length, backend.sent.length)
  assert.equal((await withdrawalsOf(stage)).length, backend.sent.length)
}

/** Only versions since migration 0031 have this error. */
async function knowsPauses({ apiUrls }: Stage, server: number): Promise<boolean> {
  const { body } = await client.call('GET', `${apiUrls[server]}/openapi.json`, undefined, {})
  return JSON.stringify(body).includes('sendingPaused')
}

async function rollBackAndForth(storage: Storage, baselineRoot: string): Promise<void> {
  const stage = await startStage({
    storage,
    random: randomFrom(1),
    speedup: 6,
    root: projectRoot,
    serverRoots: [projectRoot, baselineRoot],
    runningCount: 1,
  })
  try {
    const [token = ''] = await signIn(client, stage.apiUrls[thisVersion] ?? '', 'user_good')
    const run: Run = { stage, backend: backend(stage, token), ids: new Map() }
    await finish(run, await serveWithBaseline(run, await leaveOpenTransfers(run)))
  } finally {
    await stage.stop()
  }
}

proofSuite(`the release of commit ${baselineCommit} on the schema of this version`, () => {
  const extracted = extractBaseline()
  const [root, skip] = typeof extracted === 'string' ? ['', extracted] : [extracted.root, false]
  after(() => typeof extracted !== 'string' && extracted.remove())
  test('finishes the open transfers of the embedded storage, sends nothing twice and loses nothing', { skip }, () =>
    rollBackAndForth('sqlite', root),
  )
  test('finishes the open transfers on PostgreSQL, sends nothing twice and loses nothing', {
    skip,
  }, async (context) => {
    const { missing } = await findPostgres()
    if (missing) return context.skip(missing)
    await rollBackAndForth('postgres', root)
  })
})
