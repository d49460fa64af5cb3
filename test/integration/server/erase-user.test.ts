// Erasing a user: nothing that names the user is left in any table, and what was sent can still be proved.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { afterEach, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { recordAccountConnected } from '../../../server/accounts/account-events.ts'
import { loadAccount } from '../../../server/accounts/accounts.ts'
import { issueTokens } from '../../../server/accounts/tokens.ts'
import { claimKey, storeResponse } from '../../../server/clients/idempotency-store.ts'
import { eraseDue, listErasures, requestErasure } from '../../../server/erase-user.ts'
import { createLink } from '../../../server/links/links.ts'
import type { Tables } from '../../../server/storage/tables.ts'
import { hasProvedAnother } from '../../../server/transfers/payment-proof.ts'
import type { Preview } from '../../../server/transfers/preview-store.ts'
import { eventsOf } from '../../../server/transfers/timeline.ts'
import { verifyTimelines } from '../../../server/transfers/verify-timelines.ts'
import { type Engine, paymentFor, startEngine } from '../../support/engine.ts'
import { type WebhookEngine, webhookEngine } from '../../support/webhook-engine.ts'

const dayMs = 86_400_000
const keepMs = 14 * dayMs
const [hash, otherHash] = ['ab', 'cd'].map((byte) => `0x${byte.repeat(32)}`) as [string, string]
let engine: Engine
let webhooks: WebhookEngine
beforeEach(async () => {
  engine = await startEngine()
  webhooks = webhookEngine(engine.deps.database, engine.deps.now)
  await webhooks.addEndpoint(engine.clientId)
})
afterEach(() => engine.close())

const user = () => ({ clientId: engine.clientId, userId: 'user-1' })

async function everything(): Promise<string> {
  const { query } = engine.deps.database
  const tables = (await query.introspection.getTables()).map(({ name }) => name as keyof Tables)
  const rows = await Promise.all(tables.map((table) => query.selectFrom(table).selectAll().execute()))
  return JSON.stringify(Object.fromEntries(tables.map((table, at) => [table, rows[at]])))
}

/** What names the engine's user, its account or an address. */
async function personal(): Promise<string[]> {
  const account = await engine.deps.database.query.selectFrom('account').selectAll().executeTakeFirstOrThrow()
  const transfer = await engine.deps.database.query.selectFrom('transfer').selectAll().executeTakeFirst()
  return [account.user_id, account.external_id, account.name, transfer?.from_address, transfer?.to_address].filter(
    (text): text is string => text !== undefined && text.length > 3,
  )
}

async function isAnywhere(texts: readonly string[]): Promise<string[]> {
  const all = (await everything()).toLowerCase()
  return texts.filter((text) => all.includes(text.toLowerCase()))
}

async function succeeded(amount: string, minedHash = hash): Promise<Preview> {
  const preview = await engine.preview(amount)
  await engine.execute(preview)
  await succeed(preview, minedHash)
  return preview
}

async function succeed(preview: Preview, minedHash: string): Promise<void> {
  const { withdrawalId } = await engine.transferOf(preview)
  for (const [reference, withdrawal] of engine.script.made) {
    if (withdrawal.id === withdrawalId)
      engine.script.made.set(reference, { ...withdrawal, state: 'sent', hash: minedHash })
  }
  // Old transfers are polled rarely.
  engine.wait(7_200_000)
  await engine.poll()
  engine.mined.set(minedHash, paymentFor(await engine.transferOf(preview), 3))
  engine.wait(7_200_000)
  await engine.poll()
  assert.equal((await engine.transferOf(preview)).state, 'Succeeded')
}

test('nothing that names the user is left, and amounts, hashes and intact timelines are', async () => {
  const preview = await succeeded('12.5')
  await webhooks.serve()
  const texts = await personal()
  assert.ok(texts.length >= 3 && (await isAnywhere(texts)).length === texts.length, `${texts}`)
  const { id } = await engine.transferOf(preview)
  const timeline = (await eventsOf(engine.deps.database.query, id)).map((event) => event.hash)

  await requestErasure(engine.deps, user())
  await webhooks.serve()
  engine.wait(keepMs)
  assert.equal(await eraseDue(engine.deps, keepMs), 1)

  assert.deepEqual(await isAnywhere(texts), [])
  assert.deepEqual(await listErasures(engine.deps.database.query), [])
  const transfer = await engine.transferOf(preview)
  assert.deepEqual([transfer.terms.amount.toString(), transfer.hash, transfer.userId], ['12.5', hash, ''])
  const events = await eventsOf(engine.deps.database.query, id)
  assert.deepEqual(
    events.map((event) => event.hash),
    timeline,
  )
  assert.deepEqual((await verifyTimelines(engine.deps.database.query)).broken, [])
})

test('stored responses go with their transfers', async () => {
  const { deps, clientId } = engine
  const { id } = await engine.transferOf(await succeeded('12.5'))
  const claim = await claimKey(deps, { clientId, key: 'order-1', request: 'POST /execute' })
  if (claim.state !== 'claimed') assert.fail(claim.state)
  const response = { status: 200, type: 'application/json', body: '{}' }
  const options = { keepMs: null, replaceable: false, transferId: id }
  await storeResponse(deps, claim.key, { response, options })
  await requestErasure(deps, user())
  engine.wait(keepMs)
  await eraseDue(deps, keepMs)
  const rows = await deps.database.query.selectFrom('idempotency_key').select(['sealed_response']).execute()
  assert.deepEqual(rows, [{ sealed_response: null }])
})

test('credentials, tokens and links go at once, except for the credentials that an open transfer needs', async () => {
  const { query } = engine.deps.database
  const account = { accountId: engine.accountId, clientId: engine.clientId }
  await issueTokens(engine.deps, query, { account, renewable: true })
  const open = await engine.preview('7')
  await engine.execute(open)
  const counted = await requestErasure(engine.deps, user())
  assert.deepEqual([counted.signIns, counted.tokens, counted.links], [1, 4, 1])
  for (const table of ['token', 'link', 'link_session', 'session_account', 'connection', 'token_delivery'] as const)
    assert.deepEqual(await query.selectFrom(table).selectAll().execute(), [], table)
  const sealed = async () =>
    (await query.selectFrom('sign_in').select('sealed_credentials').executeTakeFirstOrThrow()).sealed_credentials
  assert.notEqual(await sealed(), '')
  await succeed(open, hash)
  await requestErasure(engine.deps, user())
  assert.equal(await sealed(), '')
  await assert.rejects(engine.preview('8'), { type: 'reconnectRequired' })
})

test('a transfer keeps its addresses while it is open, and for the period after it has ended', async () => {
  await succeeded('12.5')
  const open = await engine.preview('7')
  await engine.execute(open)
  const texts = await personal()
  await requestErasure(engine.deps, user())
  engine.wait(keepMs - 1_000_000)
  assert.equal(await eraseDue(engine.deps, keepMs), 0)
  engine.wait(1_000_000)
  assert.equal(await eraseDue(engine.deps, keepMs), 1)
  assert.deepEqual(await isAnywhere(texts), texts)
  await succeed(open, otherHash)
  engine.wait(keepMs - 1)
  assert.equal(await eraseDue(engine.deps, keepMs), 0)
  assert.deepEqual(await isAnywhere(texts), texts)
  engine.wait(1)
  assert.equal(await eraseDue(engine.deps, keepMs), 1)
  assert.deepEqual(await isAnywhere(texts), [])
})

test('a flagged transfer waits for the operator', async () => {
  const preview = await succeeded('12.5')
  const { id } = await engine.transferOf(preview)
  const flag = (attention: string | null) =>
    engine.deps.database.query.updateTable('transfer').set({ attention }).where('id', '=', id).execute()
  await flag('amountDiffers')
  await requestErasure(engine.deps, user())
  engine.wait(keepMs)
  assert.equal(await eraseDue(engine.deps, keepMs), 0)
  await flag(null)
  assert.equal(await eraseDue(engine.deps, keepMs), 1)
})

test('other users, and what the user stores after the request, stay', async () => {
  await succeeded('12.5')
  const other = { ...user(), userId: 'user-2', callbackUrl: 'https://shop.example/done', transfersEnabled: true }
  const link = { ...other, destinations: [], fixed: null, fromAccountId: null, fromType: null, transactionId: null }
  await createLink(engine.deps, { ...link, tokenDelivery: 'page' })
  await requestErasure(engine.deps, user())
  engine.wait(keepMs)
  await createLink(engine.deps, { ...link, userId: 'user-1', tokenDelivery: 'page' })
  const before = engine.accountId
  await engine.signInAgain()
  await eraseDue(engine.deps, keepMs)
  const rows = await engine.deps.database.query.selectFrom('account').select(['id', 'user_id']).execute()
  assert.deepEqual(rows.map(({ id, user_id }) => [id === before, user_id]).toSorted(), [
    [false, 'user-1'],
    [true, ''],
  ])
  assert.deepEqual(await isAnywhere(['user-2']), ['user-2'])
})

test('a user whose id differs only in case stays', async () => {
  const { database, now } = engine.deps
  const account = { clientId: engine.clientId, type: 'scripted', name: 'Main' }
  await recordAccountConnected(database.query, { ...account, id: 'account-1', userId: 'Alice' }, now())
  await recordAccountConnected(database.query, { ...account, id: 'account-2', userId: 'alice' }, now())
  await requestErasure(engine.deps, { ...user(), userId: 'Alice' })
  engine.wait(keepMs)
  await eraseDue(engine.deps, keepMs)
  const events = database.query.selectFrom('client_event').select('data').where('type', '=', 'account.connected')
  const users = (await events.execute()).map(({ data }) => JSON.parse(data).userId)
  assert.deepEqual(users.toSorted(), ['', 'alice', 'user-1'])
})

test('the payment of an erased transfer proves no other transfer', async () => {
  const preview = await succeeded('12.5')
  const { query } = engine.deps.database
  const { proof } = await query.selectFrom('transfer').select('proof').executeTakeFirstOrThrow()
  await requestErasure(engine.deps, user())
  engine.wait(keepMs)
  await eraseDue(engine.deps, keepMs)
  assert.equal(await hasProvedAnother(query, proof ?? ''), true)
  assert.equal(await hasProvedAnother(query, `${proof}0`), false)
  assert.notEqual((await engine.transferOf(preview)).hash, '')
})

test('a changed event is found, with and without its detail, and also in timelines of earlier versions', async () => {
  const { query } = engine.deps.database
  const [erasedOne, whole] = [await succeeded('12.5'), await succeeded('13.5', otherHash)]
  const [{ id: erasedId }, { id: wholeId }] = [await engine.transferOf(erasedOne), await engine.transferOf(whole)]
  await asEarlierVersion(wholeId)
  assert.deepEqual((await verifyTimelines(query)).broken, [])
  await requestErasure(engine.deps, user())
  engine.wait(keepMs)
  await eraseDue(engine.deps, keepMs)
  assert.deepEqual((await verifyTimelines(query)).broken, [])

  const change = async (id: string, set: object) => {
    const before = await query.selectFrom('transfer_event').selectAll().where('transfer_id', '=', id).execute()
    await query.updateTable('transfer_event').set(set).where('transfer_id', '=', id).where('n', '=', 2).execute()
    const { broken } = await verifyTimelines(query)
    for (const { transfer_id, n, ...row } of before)
      await query.updateTable('transfer_event').set(row).where('transfer_id', '=', id).where('n', '=', n).execute()
    return broken
  }
  assert.deepEqual(await change(erasedId, { kind: 'failed' }), [erasedId])
  assert.deepEqual(await change(erasedId, { detail: '{"a":1}' }), [erasedId])
  assert.deepEqual(await change(erasedId, { detail_hash: null }), [])
  assert.deepEqual(await change(wholeId, { hash: 'ab' }), [wholeId])
  assert.deepEqual(await change(wholeId, { detail: '{}' }), [])
  await query.updateTable('transfer').set({ erased_at: null }).where('id', '=', erasedId).execute()
  assert.deepEqual((await verifyTimelines(query)).broken, [erasedId], 'only a marked transfer may lack its details')
})

/** Without hashes of details: the hash of an event covers the detail. */
async function asEarlierVersion(id: string): Promise<void> {
  const { query } = engine.deps.database
  let previous = ''
  const rows = await query.selectFrom('transfer_event').selectAll().where('transfer_id', '=', id).orderBy('n').execute()
  for (const { n, at, kind, detail } of rows) {
    const text = JSON.stringify([id, n, at, kind, detail, previous])
    const next = createHash('sha256').update(text).digest('hex')
    const set = { previous_hash: previous, hash: next, detail_hash: null }
    await query.updateTable('transfer_event').set(set).where('transfer_id', '=', id).where('n', '=', n).execute()
    previous = next
  }
}

test('many transfers are erased in batches, and an interrupted erasure goes on', async () => {
  const preview = await succeeded('12.5')
  const { query } = engine.deps.database
  const row = await query.selectFrom('transfer').selectAll().executeTakeFirstOrThrow()
  const { id } = await engine.transferOf(preview)
  for (let n = 0; n < 120; n++) {
    const copy = { ...row, id: `copy-${n}`, preview_id: `copy-${n}`, withdrawal_id: null, proof: null }
    await query.insertInto('transfer').values(copy).execute()
  }
  await sql`update transfer set last_event = 0 where id <> ${id}`.execute(query)
  await requestErasure(engine.deps, user())
  engine.wait(keepMs)
  const counts: number[] = []
  while (counts.at(-1) !== 0) counts.push(await eraseDue(engine.deps, keepMs))
  assert.deepEqual(counts, [50, 50, 21, 0])
  assert.equal((await loadAccount(engine.deps, engine.clientId, engine.accountId).catch(() => null))?.userId ?? '', '')
})
