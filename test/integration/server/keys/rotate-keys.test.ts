// Master keys are rotated while servers write, on both storages.
import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { loadAccount } from '../../../../server/accounts/accounts.ts'
import { withRenewal } from '../../../../server/accounts/call-account.ts'
import { createClient } from '../../../../server/clients/clients.ts'
import { claimKey, storeResponse } from '../../../../server/clients/idempotency-store.ts'
import { ExchangeFailure } from '../../../../server/exchanges/exchange-failure.ts'
import { readKeyUsage } from '../../../../server/keys/key-usage.ts'
import { reseal } from '../../../../server/keys/reseal.ts'
import { sealedColumns } from '../../../../server/keys/sealed-columns.ts'
import { keyReport, runningServers } from '../../../../server/keys/server-keys.ts'
import { keyRing } from '../../../../server/secrets/key-ring.ts'
import { type Sealer, sealer } from '../../../../server/secrets/seal.ts'
import { openPostgres } from '../../../../server/storage/postgres.ts'
import { openSqlite } from '../../../../server/storage/sqlite.ts'
import type { Database } from '../../../../server/storage/storage.ts'
import { startPolling } from '../../../../server/transfers/polling.ts'
import { rotateSecret } from '../../../../server/webhooks/webhook-endpoint.ts'
import {
  openWebhookSecret,
  sealClientCertificate,
  sealWebhookSecret,
} from '../../../../server/webhooks/webhook-secrets.ts'
import { runCli, runCliHere } from '../../../support/cli.ts'
import { startEngine } from '../../../support/engine.ts'
import { findPostgres } from '../../../support/postgres.ts'

const text = ({ id, bytes }: { id: string; bytes: Buffer }) => `${id}:${bytes.toString('base64url')}`
const newKey = (id: string) => ({ id, bytes: randomBytes(32) })
const [first, second] = [newKey('1'), newKey('2')]
const old = sealer(keyRing([first]), 'sandbox')
const both = sealer(keyRing([second, first]), 'sandbox')
const onlyNew = sealer(keyRing([second]), 'sandbox')
const signIns = 200
/** Of these, servers write so many. */
const writtenTo = 50
const now = () => new Date()

interface Rows {
  clientId: string
  signInIds: string[]
  endpointId: string
}

/** A row of every sealed column, all with the first key. */
async function addRows(database: Database, seals: Sealer): Promise<Rows> {
  const deps = { database, environment: 'sandbox' as const, now }
  const { id: clientId } = await createClient(deps, { name: 'Shop', callbackUrls: ['http://localhost:1/'] })
  const { query } = database
  const signInIds = Array.from({ length: signIns }, () => randomUUID())
  const common = { client_id: clientId, user_id: 'user-1', exchange_type: 'sandbox', created_at: 1 }
  const rows = signInIds.map((id) => {
    return {
      id,
      ...common,
      sealed_credentials: seals.seal('exchange credentials', [clientId, id], { accessToken: id }),
    }
  })
  await query.insertInto('sign_in').values(rows).execute()
  const endpointId = randomUUID()
  const owner = { clientId, endpointId }
  await query
    .insertInto('webhook_endpoint')
    .values({
      ...{ id: endpointId, client_id: clientId, url: 'http://localhost/', format: 'standard', types: '[]' },
      ...{ description: '', state: 'on', off_reason: null, failures: 0, rejected_events: 0, served_at: 0 },
      ...{ tests_sent: '[]', created_at: 1 },
      sealed_secret: sealWebhookSecret(seals, { ...owner, secret: 'now' }),
      sealed_old_secret: sealWebhookSecret(seals, { ...owner, secret: 'before' }),
      old_secret_until: 1,
      sealed_certificate: sealClientCertificate(seals, { ...owner, certificate: 'certificate', key: 'key' }),
    })
    .execute()
  await addConnection(database, seals, clientId)
  await answer(database, seals, { clientId, key: 'first' })
  return { clientId, signInIds, endpointId }
}

async function addConnection({ query }: Database, seals: Sealer, clientId: string): Promise<void> {
  const [id, sessionId, linkId] = [randomUUID(), randomUUID(), randomUUID()]
  const times = { created_at: 1, expires_at: 2 }
  await query
    .insertInto('link')
    .values({
      ...{
        id: linkId,
        client_id: clientId,
        user_id: 'user-1',
        callback_url: '',
        code_hash: linkId,
        destinations: '[]',
      },
      ...{ transfers_enabled: 1, fixed: null, from_account_id: null, from_type: null, transaction_id: null },
      ...{ redeemed_at: null, expected_wallet: null, token_delivery: 'page', continued: null, ...times },
    })
    .execute()
  await query
    .insertInto('link_session')
    .values({
      ...{ id: sessionId, link_id: linkId, token_hash: sessionId, account_id: null, expected_wallet: null, ...times },
      ...{ reopened_at: null, return_hash: null, reads_until: null },
    })
    .execute()
  await query
    .insertInto('connection')
    .values({
      ...{ id, session_id: sessionId, exchange_type: 'sandbox', state: 'redirecting', code_kind: null, ...times },
      ...{ sign_in_id: null, sealed_pending: seals.seal('sign-in under way', [sessionId, id], { state: 'pending' }) },
    })
    .execute()
}

async function answer(database: Database, seals: Sealer, request: { clientId: string; key: string }): Promise<void> {
  const deps = { database, sealer: seals, now }
  const claim = await claimKey(deps, { ...request, request: request.key })
  if (claim.state !== 'claimed') throw new Error(`the key is ${claim.state}`)
  const response = { status: 200, type: 'application/json', body: request.key }
  await storeResponse(deps, claim.key, { response, options: { keepMs: null, replaceable: false, transferId: null } })
}

/** What servers do meanwhile: they store responses, rotate webhook secrets, and replace and erase credentials. */
async function writeUntil(database: Database, { clientId, signInIds, endpointId }: Rows, signal: AbortSignal) {
  const expected = { secret: 'now', tokens: new Map(signInIds.map((id) => [id, id])), answers: ['first'] }
  for (let n = 0; !signal.aborted; n++) {
    const id = signInIds[(n * 37) % writtenTo] ?? ''
    const isErased = n % 5 === 0
    const renewed = both.seal('exchange credentials', [clientId, id], { accessToken: `${id} ${n}` })
    const sealed_credentials = isErased ? '' : renewed
    await database.query.updateTable('sign_in').set({ sealed_credentials }).where('id', '=', id).execute()
    if (isErased) expected.tokens.delete(id)
    else expected.tokens.set(id, `${id} ${n}`)
    await answer(database, both, { clientId, key: `key ${n}` })
    expected.answers.push(`key ${n}`)
    expected.secret = `secret ${n}`
    const sealedSecret = sealWebhookSecret(both, { clientId, endpointId, secret: expected.secret })
    await rotateSecret(database.query, { clientId, id: endpointId }, { sealedSecret, oldUntil: now() })
    await new Promise((resolve) => setImmediate(resolve))
  }
  return expected
}

/** The command runs in its own process, as beside a server. */
async function rotatesUnderLoad(server: Database, environment: Record<string, string>): Promise<void> {
  const rows = await addRows(server, old)
  const ending = new AbortController()
  const writing = writeUntil(server, rows, ending.signal)
  const run = () =>
    runCli(['keys', 'reseal', '--json'], { ...environment, MASTER_KEYS: `${text(second)},${text(first)}` })
  const { code, out, error } = await run()
  ending.abort()
  const expected = await writing
  assert.ok(expected.answers.length > 3, 'servers wrote meanwhile')
  assert.deepEqual([code, error], [0, ''])
  assert.ok(JSON.parse(out).rows >= signIns - writtenTo)
  const usage = await readKeyUsage(server.query)
  assert.deepEqual(
    usage.filter(({ keyId }) => keyId === '1'),
    [{ keyId: '1', table: 'connection', column: 'sealed_pending', rows: 1 }],
  )
  // The first key is gone, and everything opens.
  const stored = await server.query.selectFrom('sign_in').selectAll().where('sealed_credentials', '<>', '').execute()
  const tokens = stored.map(({ id, client_id, sealed_credentials }) => {
    return [id, onlyNew.open('exchange credentials', [client_id, id], sealed_credentials).accessToken] as const
  })
  assert.deepEqual(new Map(tokens.sort()), new Map([...expected.tokens].sort()))
  const endpoint = await server.query.selectFrom('webhook_endpoint').selectAll().executeTakeFirstOrThrow()
  const owner = { clientId: rows.clientId, endpointId: rows.endpointId }
  assert.equal(openWebhookSecret(onlyNew, owner, endpoint.sealed_secret), expected.secret)
  openWebhookSecret(onlyNew, owner, endpoint.sealed_old_secret ?? '')
  const facts = [rows.clientId, rows.endpointId]
  const certificate = onlyNew.open('webhook client certificate', facts, endpoint.sealed_certificate ?? '')
  assert.deepEqual(certificate, { certificate: 'certificate', key: 'key' })
  for (const key of expected.answers) {
    const claim = await claimKey(
      { database: server, sealer: onlyNew, now },
      { clientId: rows.clientId, key, request: key },
    )
    assert.equal(claim.state === 'completed' && claim.response.body, key)
  }
  // Once more changes nothing.
  assert.equal(JSON.parse((await run()).out).rows, 0)
}

async function sqliteFolder(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'transfer-link-keys-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

test('keys are rotated while servers write, and nothing is lost or left with the old key', async () => {
  const folder = await sqliteFolder()
  const server = await openSqlite(join(folder, 'server'))
  await rotatesUnderLoad(server, { DATA_DIR: folder })
  await server.close()
})

const { postgres, missing } = await findPostgres()
test('keys are rotated while servers write on PostgreSQL', { skip: missing }, async () => {
  if (postgres === null) return
  after(() => postgres.drop())
  const DATABASE_URL = await postgres.newDatabase()
  const server = await openPostgres(DATABASE_URL)
  await rotatesUnderLoad(server, { DATABASE_URL })
  await server.close()
})

test('every column for sealed text is in the list, and each row of the list exists', async () => {
  const database = await openSqlite(':memory:')
  const tables = await database.query.introspection.getTables()
  const columns = tables.flatMap(({ name: table, columns }) => columns.map(({ name }) => `${table}.${name}`))
  const listed = Object.values(sealedColumns).flat()
  assert.deepEqual(
    listed.map(({ table, column }) => `${table}.${column}`).sort(),
    columns.filter((name) => name.includes('.sealed_')).sort(),
  )
  for (const { table, primaryKey, owner } of listed) {
    for (const name of [...primaryKey, ...owner]) assert.ok(columns.includes(`${table}.${name}`), `${table}.${name}`)
  }
  await database.close()
})

test('a renewal whose credentials were sealed again meanwhile is stored', async () => {
  const engine = await startEngine()
  const oldKey = { id: '1', bytes: Buffer.alloc(32, 7) }
  const rotated = sealer(keyRing([second, oldKey]), 'sandbox')
  const deps = { ...engine.deps, sealer: rotated }
  engine.script.exchange.renew = async (credentials) => {
    const { rows } = await reseal({ database: deps.database, sealer: rotated, currentKeyId: '2' })
    assert.equal(rows, 1)
    return { ...credentials, accessToken: 'fresh' }
  }
  const account = await loadAccount(deps, engine.clientId, engine.accountId)
  const call = async ({ accessToken = '' }) => {
    if (accessToken !== 'fresh') throw new ExchangeFailure('signInEnded')
    return accessToken
  }
  assert.equal(await withRenewal(deps, account, call), 'fresh')
  assert.equal((await loadAccount(deps, engine.clientId, engine.accountId)).credentials.accessToken, 'fresh')
  await engine.close()
})

test('credentials that are written between the reading and the writing of a batch stay', async () => {
  const engine = await startEngine()
  const { query } = engine.deps.database
  const rotated = sealer(keyRing([second, { id: '1', bytes: Buffer.alloc(32, 7) }]), 'sandbox')
  const { id } = await query.selectFrom('sign_in').select('id').executeTakeFirstOrThrow()
  const newer = rotated.seal('exchange credentials', [engine.clientId, id], { accessToken: 'newer' })
  const writes: Promise<unknown>[] = []
  const open: Sealer['open'] = (purpose, owner, sealed) => {
    if (purpose === 'exchange credentials')
      writes.push(query.updateTable('sign_in').set({ sealed_credentials: newer }).execute())
    return rotated.open(purpose, owner, sealed)
  }
  const { rows, isComplete } = await reseal({
    ...{ database: engine.deps.database, sealer: { ...rotated, open }, currentKeyId: '2' },
  })
  await Promise.all(writes)
  assert.deepEqual([rows, writes.length, isComplete], [0, 1, true])
  const deps = { ...engine.deps, sealer: rotated }
  assert.equal((await loadAccount(deps, engine.clientId, engine.accountId)).credentials.accessToken, 'newer')
  await engine.close()
})

test('rows that servers keep sealing with another key leave the result incomplete', async () => {
  const engine = await startEngine()
  const { query } = engine.deps.database
  const rotated = sealer(keyRing([second, { id: '1', bytes: Buffer.alloc(32, 7) }]), 'sandbox')
  const { id } = await query.selectFrom('sign_in').select('id').executeTakeFirstOrThrow()
  const writes: Promise<unknown>[] = []
  const open: Sealer['open'] = (purpose, owner, sealed) => {
    const again = engine.deps.sealer.seal('exchange credentials', [engine.clientId, id], { accessToken: 'old key' })
    writes.push(query.updateTable('sign_in').set({ sealed_credentials: again }).execute())
    return rotated.open(purpose, owner, sealed)
  }
  const deps = { database: engine.deps.database, sealer: { ...rotated, open }, currentKeyId: '2' }
  assert.deepEqual(await reseal(deps), { rows: 0, unreadable: [], isComplete: false })
  await Promise.all(writes)
  await engine.close()
})

test('the commands list the keys, seal again, and the doctor reports that the old key can be removed', async () => {
  const folder = await sqliteFolder()
  const database = await openSqlite(join(folder, 'server'))
  const { signInIds } = await addRows(database, old)
  const environment = { DATA_DIR: folder, MASTER_KEYS: `${text(second)},${text(first)}` }
  const list = await runCliHere(['keys', 'list'], environment)
  assert.match(
    list.out,
    /^Key 2 \(seals new rows\)\n {2}no rows\nKey 1 \(only opens\)\n +200 {2}sign_in.sealed_credentials/,
  )
  assert.match((await runCliHere(['doctor'], environment)).out, /204 rows are sealed with the old master key 1\./)
  const damaged = database.query.updateTable('sign_in').where('id', '=', signInIds[0] ?? '')
  await damaged.set({ sealed_credentials: 'v1.1.damaged' }).execute()
  const partly = await runCliHere(['keys', 'reseal'], environment)
  assert.deepEqual([partly.code, partly.out], [1, '203 rows were sealed again with the key 2.\n'])
  assert.match(partly.error, /1 of sign_in.sealed_credentials, sealed with the key 1/)
  await database.query
    .deleteFrom('sign_in')
    .where('id', '=', signInIds[0] ?? '')
    .execute()
  const nothing = await runCliHere(['keys', 'reseal'], environment)
  assert.deepEqual([nothing.code, nothing.out], [0, 'Nothing to do: the key 2 has sealed every row.\n'])
  const waiting = /Sign-ins in progress are sealed with the old master key 1: 1\.\n.*end within ten minutes/
  assert.match((await runCliHere(['doctor'], environment)).out, waiting)
  await database.query.deleteFrom('connection').execute()
  assert.match(
    (await runCliHere(['doctor'], environment)).out,
    /No row is sealed with the old master key 1\. .* ten minutes after the last server was restarted/,
  )
  const json = JSON.parse((await runCliHere(['keys', 'list', '--json'], environment)).out)
  assert.deepEqual(json.keys, ['2', '1'])
  assert.deepEqual(new Set(json.usage.map(({ keyId }: { keyId: string }) => keyId)), new Set(['2']))
  await database.close()
})

test('nothing is sealed again while a server runs that cannot open it', async () => {
  const folder = await sqliteFolder()
  const database = await openSqlite(join(folder, 'server'))
  await addRows(database, old)
  const environment = { DATA_DIR: folder, MASTER_KEYS: `${text(second)},${text(first)}` }
  const [behind, ahead] = [old, both].map((sealer, n) => keyReport({ database, sealer, now }, `server ${n}`))
  await behind?.write()
  await ahead?.write()
  const rowsOfOld = async () =>
    (await readKeyUsage(database.query)).filter(({ keyId }) => keyId === '1').reduce((sum, { rows }) => sum + rows, 0)
  const before = await rowsOfOld()
  const refused = await runCliHere(['keys', 'reseal'], environment)
  assert.deepEqual([refused.code, await rowsOfOld()], [1, before])
  assert.match(refused.error, new RegExp(`do not have the key 2.*\n {2}\\S+ \\(process ${process.pid}\\) has 1 \\(at `))
  // The last report of a server that was killed.
  const killed = keyReport({ database, sealer: old, now: () => new Date(Date.now() - 121_000) }, 'server 0')
  await killed.write()
  assert.equal((await runCliHere(['keys', 'reseal'], environment)).code, 0)
  await behind?.write()
  assert.equal((await runCliHere(['keys', 'reseal', '--force'], environment)).code, 0)
  await database.query.deleteFrom('connection').execute()
  assert.match((await runCliHere(['doctor'], environment)).out, /Servers seal with the old master key 1: /)
  await behind?.end()
  const earlier = await runCliHere(['keys', 'reseal'], { ...environment, MASTER_KEYS: text(first) })
  assert.equal(earlier.code, 1)
  assert.match(earlier.error, /Servers seal with the key 2, which this command does not have/)
  assert.match((await runCliHere(['doctor'], environment)).out, /No row is sealed with the old master key 1\./)
  await database.close()
})

test('a server reports its keys while it runs', async () => {
  const engine = await startEngine()
  const { deps } = engine
  const polling = startPolling(deps)
  const reported = async () => (await runningServers(deps.database.query, deps.now())).map(({ keyIds }) => keyIds)
  while ((await reported()).length === 0) await new Promise((resolve) => setImmediate(resolve))
  assert.deepEqual(await reported(), [['1']])
  await polling.stop()
  assert.deepEqual(await reported(), [])
  await engine.close()
})
