// What requests ask for every time is remembered. Nobody may get by on it: what another process or connection changed holds
// from the next request on, which comes with another turn of the event loop.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setImmediate as nextRequest } from 'node:timers/promises'
import { loadAccount } from '../../../../server/accounts/accounts.ts'
import { accountOfToken, issueTokens } from '../../../../server/accounts/tokens.ts'
import { authenticateClient, createClient } from '../../../../server/clients/clients.ts'
import { addSecret, revokeSecrets, secretsOf } from '../../../../server/clients/key-sets.ts'
import { ApiError } from '../../../../server/contract/errors.ts'
import { openSqlite, openSqliteBeside } from '../../../../server/storage/sqlite.ts'
import { type Database, inTransaction } from '../../../../server/storage/storage.ts'
import { startEngine } from '../../../support/engine.ts'

async function twoConnections(work: (own: Database, other: Database) => Promise<void>) {
  const folder = mkdtempSync(join(tmpdir(), 'revoked-'))
  const own = await openSqlite(folder)
  const other = await openSqliteBeside(folder)
  try {
    await work(own, other)
  } finally {
    await Promise.all([own.close(), other.close()])
    rmSync(folder, { recursive: true })
  }
}

const depsOf = (database: Database) => ({ database, environment: 'sandbox' as const, now: () => new Date() })
const refused = (type: string) => (error: unknown) => error instanceof ApiError && error.type === type

for (const where of ['own', 'another'] as const) {
  test(`a secret revoked through ${where} connection is refused from the next request on`, () =>
    twoConnections(async (own, other) => {
      const deps = depsOf(own)
      const { id, secret } = await createClient(deps, { name: 'Shop', callbackUrls: [] })
      assert.equal((await authenticateClient(deps, id, secret)).id, id)
      const [kept] = await secretsOf(own.query, id)
      await revokeSecrets(depsOf(where === 'own' ? own : other), id, [kept?.id ?? ''])
      await nextRequest()
      await assert.rejects(authenticateClient(deps, id, secret), refused('invalidCredentials'))
    }))

  test(`a secret added through ${where} connection is good from the next request on`, () =>
    twoConnections(async (own, other) => {
      const deps = depsOf(own)
      const { id, secret } = await createClient(deps, { name: 'Shop', callbackUrls: [] })
      await authenticateClient(deps, id, secret)
      const added = await addSecret(depsOf(where === 'own' ? own : other), id)
      await nextRequest()
      assert.equal((await authenticateClient(deps, id, added?.secret ?? '')).id, id)
    }))
}

test('an auth token revoked and a sign-in ended through another connection are refused from the next request on', () =>
  twoConnections(async (own, other) => {
    const { deps, clientId, accountId } = await startEngine(own)
    const { authToken } = await inTransaction(own, (query) => issueTokens(deps, query, { accountId, clientId }, false))
    assert.equal(await accountOfToken(deps, clientId, authToken), accountId)
    await other.query.updateTable('token').set({ revoked_at: 1 }).execute()
    await nextRequest()
    await assert.rejects(accountOfToken(deps, clientId, authToken), refused('authTokenInvalid'))
    await loadAccount(deps, clientId, accountId)
    await other.query.updateTable('sign_in').set({ ended_at: 1 }).execute()
    await nextRequest()
    await assert.rejects(loadAccount(deps, clientId, accountId), refused('reconnectRequired'))
  }))

test('a secret revoked while a transaction is open is refused once it is written, and not when it is undone', () =>
  twoConnections(async (own) => {
    const deps = depsOf(own)
    const { id, secret } = await createClient(deps, { name: 'Shop', callbackUrls: [] })
    const during: Promise<unknown>[] = []
    const revokeThen = (end: () => void) =>
      inTransaction(own, async (query) => {
        await query.updateTable('client_secret').set({ revoked_at: 1 }).execute()
        during.push(authenticateClient(deps, id, secret).catch((error: unknown) => error))
        end()
      })
    await assert.rejects(
      revokeThen(() => {
        throw new Error('undone')
      }),
    )
    await Promise.all(during)
    assert.equal((await authenticateClient(deps, id, secret)).id, id)
    await revokeThen(() => {})
    assert.ok(refused('invalidCredentials')(await during[1]))
    await assert.rejects(authenticateClient(deps, id, secret), refused('invalidCredentials'))
  }))
