// Credentials are never cached: once a secret or token is revoked, by this connection, another one or another process, the very
// next request is refused, even in the same turn of the event loop.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { loadAccount } from '../../../../server/accounts/accounts.ts'
import { accountOfToken, issueTokens } from '../../../../server/accounts/tokens.ts'
import { authenticateClient, createClient } from '../../../../server/clients/clients.ts'
import { addSecret, revokeSecrets, secretsOf } from '../../../../server/clients/key-sets.ts'
import { ApiError } from '../../../../server/contract/errors.ts'
import { openSqlite, openSqliteBeside } from '../../../../server/storage/sqlite.ts'
import { type Database, inTransaction } from '../../../../server/storage/storage.ts'
import { startEngine } from '../../../support/engine.ts'

async function twoConnections(work: (own: Database, other: Database, folder: string) => Promise<void>) {
  const folder = mkdtempSync(join(tmpdir(), 'revoked-'))
  const own = await openSqlite(folder)
  const other = await openSqliteBeside(folder)
  try {
    await work(own, other, folder)
  } finally {
    await Promise.all([own.close(), other.close()])
    rmSync(folder, { recursive: true })
  }
}

const depsOf = (database: Database) => ({ database, environment: 'sandbox' as const, now: () => new Date() })
const refused = (type: string) => (error: unknown) => error instanceof ApiError && error.type === type

for (const where of ['own', 'another'] as const) {
  test(`a secret revoked through ${where} connection is refused by the next request`, () =>
    twoConnections(async (own, other) => {
      const deps = depsOf(own)
      const { id, secret } = await createClient(deps, { name: 'Shop', callbackUrls: [] })
      assert.equal((await authenticateClient(deps, id, secret)).id, id)
      const [active] = await secretsOf(own.query, id)
      await revokeSecrets(depsOf(where === 'own' ? own : other), id, [active?.id ?? ''])
      await assert.rejects(authenticateClient(deps, id, secret), refused('invalidCredentials'))
    }))

  test(`a secret added through ${where} connection is accepted by the next request`, () =>
    twoConnections(async (own, other) => {
      const deps = depsOf(own)
      const { id, secret } = await createClient(deps, { name: 'Shop', callbackUrls: [] })
      await authenticateClient(deps, id, secret)
      const added = await addSecret(depsOf(where === 'own' ? own : other), id)
      assert.equal((await authenticateClient(deps, id, added?.secret ?? '')).id, id)
    }))
}

const revokeInProcess = `
const { openSqliteBeside } = await import(process.argv[1])
const database = await openSqliteBeside(process.argv[2])
await database.query.updateTable('client_secret').set({ revoked_at: 1 }).execute()
await database.close()`

test('a secret revoked by another process is refused by the next request', () =>
  twoConnections(async (own, _, folder) => {
    const deps = depsOf(own)
    const { id, secret } = await createClient(deps, { name: 'Shop', callbackUrls: [] })
    assert.equal((await authenticateClient(deps, id, secret)).id, id)
    const sqlite = new URL('../../../../server/storage/sqlite.ts', import.meta.url).href
    execFileSync(process.execPath, ['--input-type=module', '-e', revokeInProcess, sqlite, folder])
    await assert.rejects(authenticateClient(deps, id, secret), refused('invalidCredentials'))
  }))

test('an auth token revoked and a sign-in ended through another connection are refused by the next request', () =>
  twoConnections(async (own, other) => {
    const { deps, clientId, accountId } = await startEngine(own)
    const { authToken } = await inTransaction(own, (query) =>
      issueTokens(deps, query, { account: { accountId, clientId }, renewable: false }),
    )
    assert.equal(await accountOfToken(deps, clientId, authToken), accountId)
    await other.query.updateTable('token').set({ revoked_at: 1 }).execute()
    await assert.rejects(accountOfToken(deps, clientId, authToken), refused('authTokenInvalid'))
    await loadAccount(deps, clientId, accountId)
    await other.query.updateTable('sign_in').set({ ended_at: 1 }).execute()
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
