// Everything that expires is deleted after its period, in batches, and nothing else.
import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { claimKey, storeResponse } from '../../../server/clients/idempotency-store.ts'
import { type RetentionPeriods, retentionNames } from '../../../server/config-values.ts'
import { keyLock } from '../../../server/limits/key-lock.ts'
import { storedBuckets } from '../../../server/limits/stored-buckets.ts'
import { createLink } from '../../../server/links/links.ts'
import { endSession, redeemLink, reissueCode, sessionByToken } from '../../../server/links/sessions.ts'
import { deleteExpired } from '../../../server/retention.ts'
import { deletionBatch } from '../../../server/storage/delete-batch.ts'
import { pauseFor } from '../../../server/storage/storage.ts'
import type { Tables } from '../../../server/storage/tables.ts'
import { beginRestore, confirmRestore, readRestore, recordComparison } from '../../../server/transfers/restore.ts'
import { type Engine, startEngine } from '../../support/engine.ts'

const [minuteMs, dayMs] = [60_000, 86_400_000]
let engine: Engine
beforeEach(async () => {
  engine = await startEngine()
  // What the engine's own account leaves behind.
  for (const table of ['connection', 'session_account', 'link_session', 'link'] as const)
    await engine.deps.database.query.deleteFrom(table).execute()
})
afterEach(() => engine.close())

/** Periods of a year, except for those given. */
function run(given: Partial<RetentionPeriods> = {}): Promise<void> {
  const year = Object.fromEntries(retentionNames.map((name) => [name, 365 * dayMs])) as RetentionPeriods
  const fail = (facts: object) => assert.fail(JSON.stringify(facts))
  return deleteExpired({ ...engine.deps, log: { ...engine.deps.log, error: fail } }, { ...year, ...given })
}

async function count(table: keyof Tables): Promise<number> {
  return (await engine.deps.database.query.selectFrom(table).selectAll().execute()).length
}

/** Deletes nothing until a millisecond before `ms` have passed, and the rows of `table` then. */
async function goesAfter(table: keyof Tables, ms: number, periods: Partial<RetentionPeriods> = {}): Promise<void> {
  const before = await count(table)
  assert.ok(before > 0, table)
  engine.wait(ms - 1)
  await run(periods)
  assert.equal(await count(table), before, `${table} before its period`)
  engine.wait(1)
  await run(periods)
  assert.equal(await count(table), 0, `${table} after its period`)
}

function newLink() {
  const user = { clientId: engine.clientId, userId: 'user-1', callbackUrl: 'https://shop.example/done' }
  const open = { transfersEnabled: true, destinations: [], fixed: null, fromType: null, transactionId: null }
  return createLink(engine.deps, { ...user, ...open, fromAccountId: engine.accountId, tokenDelivery: 'page' })
}

async function insertConnection(sessionId: string, expiresAt: number): Promise<void> {
  const row = { id: `connection of ${sessionId}`, session_id: sessionId, exchange_type: 'scripted', state: 'waiting' }
  const rest = { sealed_pending: 'sealed', code_kind: null, created_at: 0, expires_at: expiresAt, sign_in_id: null }
  await engine.deps.database.query
    .insertInto('connection')
    .values({ ...row, ...rest })
    .execute()
}

test('a link is deleted after it has expired and the period', async () => {
  await newLink()
  await goesAfter('link', 10 * minuteMs + 30 * dayMs, { links: 30 * dayMs })
})

test('nothing is deleted until a restore is confirmed', async () => {
  const { database, now } = engine.deps
  await newLink()
  await beginRestore(database, { now: now() })
  engine.wait(10 * minuteMs + 30 * dayMs)
  await run({ links: 30 * dayMs })
  assert.equal(await count('link'), 1)
  const restore = await readRestore(database.query)
  assert.ok(restore !== null && (await recordComparison(database.query, restore, 'the code')))
  assert.equal(await confirmRestore(database, 'the code'), true)
  await run({ links: 30 * dayMs })
  assert.equal(await count('link'), 0)
})

test('a session is deleted with its accounts after it has expired and the period, and its link with it', async () => {
  const { session, sessionToken } = await redeemLink(engine.deps, (await newLink()).authCode)
  engine.wait(59 * minuteMs)
  await run({ links: 1 })
  assert.equal((await sessionByToken(engine.deps, sessionToken)).id, session.id)
  assert.deepEqual([await count('link'), await count('session_account')], [1, 1])
  await goesAfter('link_session', minuteMs + 30 * dayMs, { links: 30 * dayMs })
  assert.deepEqual([await count('link'), await count('session_account')], [0, 0])
})

test('a session whose user has left stays for the period, and as long as it may read a full page', async () => {
  const left = await redeemLink(engine.deps, (await newLink()).authCode)
  await endSession(engine.deps, left.session.id)
  await goesAfter('link_session', dayMs, { links: dayMs })
  const moved = await redeemLink(engine.deps, (await newLink()).authCode)
  const { authCode } = await reissueCode(engine.deps, moved.session, null)
  await redeemLink(engine.deps, authCode)
  engine.wait(59 * minuteMs)
  await run({ links: 1 })
  assert.equal(await count('link_session'), 2)
  engine.wait(minuteMs + 1)
  await run({ links: 1 })
  assert.equal(await count('link_session'), 0)
})

test('a connection is deleted when it has expired, and its session after it', async () => {
  const { session } = await redeemLink(engine.deps, (await newLink()).authCode)
  await insertConnection(session.id, engine.deps.now().getTime() + 10 * minuteMs)
  await goesAfter('connection', 10 * minuteMs)
  assert.equal(await count('link_session'), 1)
  await insertConnection(session.id, engine.deps.now().getTime() + dayMs)
  engine.wait(dayMs - 1)
  await run({ links: 1 })
  assert.equal(await count('link_session'), 1)
})

test('the idempotency key of a link is deleted when it expires, the one of an execute after its period', async () => {
  const deps = engine.deps
  const store = async (name: string, keepMs: number | null) => {
    const claim = await claimKey(deps, { clientId: engine.clientId, key: name, request: name })
    assert.ok(claim.state === 'claimed')
    const response = { status: 200, type: 'application/json', body: '{}' }
    await storeResponse(deps, claim.key, { response, options: { keepMs, replaceable: false, transferId: null } })
  }
  await store('link', 2 * dayMs)
  await goesAfter('idempotency_key', 2 * dayMs)
  await store('execute', null)
  await goesAfter('idempotency_key', 30 * dayMs, { idempotencyKeys: 30 * dayMs })
})

test('the idempotency key of a request that still runs stays', async () => {
  await claimKey(engine.deps, { clientId: engine.clientId, key: 'running', request: 'request' })
  await goesAfter('idempotency_key', 180_000, { idempotencyKeys: 1, erasure: 1 })
})

test('a rate limit is deleted once its quota is full again', async () => {
  const buckets = storedBuckets(engine.deps.database)
  await buckets.take('code:someone', { quota: 20, windowSeconds: 86_400 }, engine.deps.now())
  await goesAfter('rate_bucket', dayMs / 20)
})

test('the nonces of an API key are deleted a month after its last call, and the next nonce is greater', async () => {
  const lock = keyLock(engine.deps.database, engine.deps.now)
  const first = await lock('key', async (nonce) => nonce)
  await goesAfter('exchange_key', 30 * dayMs)
  assert.ok(((await lock('key', async (nonce) => nonce)) ?? 0) > (first ?? 0))
})

test('a message for a wallet is deleted when it expires', async () => {
  const user = { client_id: engine.clientId, user_id: 'user-1', address: '0x1', network_key: 'base' }
  const expires_at = engine.deps.now().getTime() + 5 * minuteMs
  const row = { id: 'challenge', ...user, message: 'Sign this', expires_at }
  await engine.deps.database.query.insertInto('wallet_challenge').values(row).execute()
  await goesAfter('wallet_challenge', 5 * minuteMs)
})

test('the proof of an address is deleted after a year, unless a transfer of its user is open', async () => {
  const { query } = engine.deps.database
  const user = { client_id: engine.clientId, user_id: 'user-1', address: '0x1', network_key: '' }
  const prove = () =>
    query
      .insertInto('wallet_ownership')
      .values({ ...user, proved_at: engine.deps.now().getTime() })
      .execute()
  await prove()
  await goesAfter('wallet_ownership', 365 * dayMs)
  await prove()
  await engine.execute(await engine.preview())
  engine.wait(365 * dayMs)
  await run()
  assert.equal(await count('wallet_ownership'), 1)
})

test('rows are deleted a batch at a time, with a pause in between, and only until the process stops', async () => {
  const { query } = engine.deps.database
  const links = 2 * deletionBatch + 1
  const row = await query.selectFrom('link').selectAll().executeTakeFirst()
  assert.equal(row, undefined)
  await newLink()
  const [first] = await query.selectFrom('link').selectAll().execute()
  assert.ok(first !== undefined)
  const copies = Array.from({ length: links - 1 }, (_, at) => ({ ...first, id: `link-${at}`, code_hash: `hash-${at}` }))
  for (let at = 0; at < copies.length; at += 100)
    await query
      .insertInto('link')
      .values(copies.slice(at, at + 100))
      .execute()
  engine.wait(dayMs)
  const stopping = new AbortController()
  const seen: number[] = []
  const database = {
    ...engine.deps.database,
    async pause() {
      seen.push(await count('link'))
      if (seen.length === 1) stopping.abort()
      await pauseFor({ ...engine.deps.database }, 0)
    },
  }
  const periods = { links: 1, previews: dayMs, signIns: dayMs, idempotencyKeys: dayMs, erasure: dayMs }
  await deleteExpired({ ...engine.deps, database }, periods, stopping.signal)
  assert.deepEqual(seen, [links - deletionBatch])
  assert.equal(await count('link'), links - deletionBatch)
  await deleteExpired({ ...engine.deps, database }, periods)
  assert.deepEqual(seen, [links - deletionBatch, 1])
  assert.equal(await count('link'), 0)
})

test('a table that cannot be read is logged, and the others are still cleaned', async () => {
  const { schema } = engine.deps.database.query
  const logged: object[] = []
  const log = { ...engine.deps.log, error: (facts: object) => void logged.push(facts) }
  await newLink()
  await schema.alterTable('wallet_challenge').renameTo('elsewhere').execute()
  try {
    engine.wait(dayMs)
    await deleteExpired({ ...engine.deps, log }, { links: 1, previews: 1, signIns: 1, idempotencyKeys: 1, erasure: 1 })
    assert.match(JSON.stringify(logged), /^\[{"rows":"wallet messages"/)
    assert.equal(await count('link'), 0)
  } finally {
    await schema.alterTable('elsewhere').renameTo('wallet_challenge').execute()
  }
})
