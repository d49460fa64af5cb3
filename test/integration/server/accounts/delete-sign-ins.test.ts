// Tokens and sign-ins are deleted once they are no longer in use.
import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { loadAccount } from '../../../../server/accounts/accounts.ts'
import {
  deleteExpiredTokens,
  deleteOldDeliveries,
  deleteUnusedSignIns,
} from '../../../../server/accounts/delete-sign-ins.ts'
import { endSignIn } from '../../../../server/accounts/end-sign-in.ts'
import { rotateTokens } from '../../../../server/accounts/tokens.ts'
import type { ApiError } from '../../../../server/contract/errors.ts'
import { admitAccount } from '../../../../server/links/sessions.ts'
import { hashSecret } from '../../../../server/secrets/tokens.ts'
import { deleteOldPreviews } from '../../../../server/transfers/delete-previews.ts'
import { lockSignIn } from '../../../../server/transfers/reserve-send.ts'
import { type Engine, startEngine } from '../../../support/engine.ts'

const dayMs = 86_400_000
const keepMs = 90 * dayMs
/** Of a refresh token. */
const lifetimeMs = 90 * dayMs
let engine: Engine
beforeEach(async () => {
  engine = await startEngine()
})
afterEach(() => engine.close())

const failsAs = (type: string) => (error: ApiError) => error.type === type
const deleteSignIns = () => deleteUnusedSignIns(engine.deps, keepMs)
const count = async (table: 'sign_in' | 'account' | 'token' | 'token_delivery') =>
  (await engine.deps.database.query.selectFrom(table).selectAll().execute()).length
const signIns = () => engine.deps.database.query.selectFrom('sign_in').selectAll().orderBy('created_at').execute()
const load = () => loadAccount(engine.deps, engine.clientId, engine.accountId)

/** With which the engine's account was connected. */
async function deleteConnection(): Promise<void> {
  await engine.deps.database.query.deleteFrom('connection').execute()
}

test('a token is deleted after its period, not before', async () => {
  await deleteConnection()
  engine.wait(dayMs + keepMs - 1)
  assert.equal(await deleteExpiredTokens(engine.deps, keepMs), 0)
  engine.wait(1)
  assert.equal(await deleteExpiredTokens(engine.deps, keepMs), 1)
  assert.equal(await count('token'), 1)
  engine.wait(lifetimeMs - dayMs)
  assert.equal(await deleteExpiredTokens(engine.deps, keepMs), 1)
})

test('a sign-in is deleted with its account after its last token and the period, not before', async () => {
  await deleteConnection()
  engine.wait(lifetimeMs + keepMs - 1)
  await deleteSignIns()
  assert.equal(await count('sign_in'), 1)
  await load()
  engine.wait(1)
  assert.equal(await deleteSignIns(), 1)
  for (const table of ['sign_in', 'account', 'token'] as const) assert.equal(await count(table), 0, table)
  await assert.rejects(load(), failsAs('accountNotFound'))
})

test('a sign-in that is in use is checked again only after its last token has expired', async () => {
  await deleteConnection()
  engine.wait(keepMs)
  assert.equal(await deleteSignIns(), 1)
  assert.equal(await deleteSignIns(), 0)
  const { database } = engine.deps
  const used = await database.query.selectFrom('sign_in').select('in_use_until').executeTakeFirstOrThrow()
  const token = database.query.selectFrom('token').select('expires_at').where('kind', '=', 'refresh')
  assert.equal(used.in_use_until, (await token.executeTakeFirstOrThrow()).expires_at)
})

test('refreshed tokens keep a sign-in', async () => {
  await deleteConnection()
  const { query } = engine.deps.database
  const secret = 'rt_sandbox_of_this_test'
  await query
    .updateTable('token')
    .set({ hash: hashSecret(secret) })
    .where('kind', '=', 'refresh')
    .execute()
  engine.wait(lifetimeMs - 1)
  await rotateTokens(engine.deps, engine.clientId, secret)
  engine.wait(keepMs + 1)
  await deleteSignIns()
  await load()
  // A refresh token that was used before is still recognized as stolen.
  await assert.rejects(rotateTokens(engine.deps, engine.clientId, secret), failsAs('refreshTokenInvalid'))
  const alive = query.selectFrom('token').select('hash').where('revoked_at', 'is', null)
  assert.deepEqual(await alive.execute(), [])
})

for (const [name, use, release] of [
  ['a connection', async () => {}, () => engine.deps.database.query.deleteFrom('connection').execute()],
  ['a session', () => admit(), () => engine.deps.database.query.deleteFrom('session_account').execute()],
  ['a preview', () => engine.preview(), () => deleteOldPreviews(engine.deps, 0)],
  ['tokens to be fetched', () => deliver(), () => deleteOldDeliveries(engine.deps, dayMs)],
] as const) {
  test(`a sign-in stays while ${name} needs it`, async () => {
    const { query } = engine.deps.database
    if (name !== 'a connection') await query.deleteFrom('connection').execute()
    engine.wait(lifetimeMs + keepMs)
    await use()
    assert.equal(await deleteSignIns(), 1)
    await load()
    engine.wait(keepMs)
    await release()
    assert.equal(await deleteSignIns(), 1)
    assert.equal(await count('sign_in'), 0)
  })
}

async function admit(): Promise<void> {
  const { query } = engine.deps.database
  const session = await query.selectFrom('link_session').select('id').executeTakeFirstOrThrow()
  await admitAccount(query, session.id, engine.accountId)
}

async function deliver(): Promise<void> {
  const { query } = engine.deps.database
  const signIn = await query.selectFrom('sign_in').select('id').executeTakeFirstOrThrow()
  const link = await query.selectFrom('link').select('id').executeTakeFirstOrThrow()
  const row = { renewable: 1, created_at: engine.deps.now().getTime(), delivered_at: null }
  await query
    .insertInto('token_delivery')
    .values({ sign_in_id: signIn.id, link_id: link.id, ...row })
    .execute()
}

test('tokens that the server of the client can still fetch stay, and those that it has fetched go', async () => {
  const { query } = engine.deps.database
  await deliver()
  engine.wait(dayMs - 1)
  assert.equal(await deleteOldDeliveries(engine.deps, 60_000), 0)
  await query.updateTable('token_delivery').set({ delivered_at: 1 }).execute()
  assert.equal(await deleteOldDeliveries(engine.deps, dayMs), 0)
  assert.equal(await deleteOldDeliveries(engine.deps, 60_000), 1)
})

test('an open transfer keeps every sign-in to its account, and its credentials', async () => {
  await engine.signInAgain()
  await engine.execute(await engine.preview())
  await deleteConnection()
  // The preview of the transfer would keep its sign-in, too.
  await engine.deps.database.query.deleteFrom('preview').execute()
  engine.wait(lifetimeMs + keepMs)
  assert.equal(await deleteSignIns(), 2)
  const stored = await signIns()
  assert.equal(stored.length, 2)
  for (const { sealed_credentials, ended_at } of stored) {
    assert.notEqual(sealed_credentials, '')
    assert.equal(ended_at, null)
  }
})

test('a sign-in with a transfer that has ended stays without its credentials and its tokens', async () => {
  engine.script.outcomes = [() => ({ kind: 'rejected', code: 'no' })]
  const preview = await engine.preview()
  await engine.execute(preview)
  await engine.signInAgain()
  await deleteConnection()
  engine.wait(lifetimeMs + keepMs)
  await deleteOldPreviews(engine.deps, dayMs)
  assert.equal(await deleteSignIns(), 2)
  const [signIn, ...others] = await signIns()
  assert.equal(others.length, 0)
  assert.equal(signIn?.sealed_credentials, '')
  assert.equal(signIn?.ended_at, engine.deps.now().getTime())
  assert.deepEqual([await count('account'), await count('token')], [1, 0])
  await assert.rejects(load(), failsAs('reconnectRequired'))
  assert.equal((await engine.execute(preview)).outcome, 'failed')
  engine.wait(keepMs * 10)
  assert.equal(await deleteSignIns(), 0)
})

test('the sign-in of an account that its user removed is deleted after the period, though its tokens had not expired', async () => {
  const { query } = engine.deps.database
  const token = 'at_sandbox_of_this_test'
  const stored = query.updateTable('token').set({ hash: hashSecret(token) })
  await stored.where('kind', '=', 'auth').execute()
  engine.wait(dayMs / 2)
  await deleteUnusedSignIns(engine.deps, 1)
  await endSignIn(engine.deps, { clientId: engine.clientId, token, type: 'scripted' })
  engine.wait(dayMs - 1)
  assert.equal(await deleteUnusedSignIns(engine.deps, dayMs), 0)
  engine.wait(1)
  assert.equal(await deleteUnusedSignIns(engine.deps, dayMs), 1)
  assert.deepEqual([await count('sign_in'), await count('account'), await count('token')], [0, 0, 0])
})

test('a sign-in without credentials is deleted though another sign-in to its account has an open transfer', async () => {
  const { query } = engine.deps.database
  await engine.signInAgain()
  await engine.execute(await engine.preview())
  await deleteConnection()
  const [own] = await query.selectFrom('account').select('sign_in_id').where('id', '=', engine.accountId).execute()
  const removed = { ended_at: engine.deps.now().getTime(), sealed_credentials: '' }
  await query
    .updateTable('sign_in')
    .set(removed)
    .where('id', '<>', own?.sign_in_id ?? '')
    .execute()
  engine.wait(lifetimeMs + keepMs)
  await deleteSignIns()
  assert.deepEqual(
    (await signIns()).map(({ id }) => id),
    [own?.sign_in_id],
  )
})

test('an execute whose sign-in was deleted requires a new sign-in', async () => {
  const account = await load()
  await deleteConnection()
  engine.wait(lifetimeMs + keepMs)
  await deleteSignIns()
  await assert.rejects(lockSignIn(engine.deps.database.query, account), failsAs('reconnectRequired'))
})
