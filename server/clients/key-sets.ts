// Rotation of a client's secrets. Several can be valid at once, so that a backend changes over without downtime. The request after
// a revocation is refused.

import { randomUUID } from 'node:crypto'
import { hashSecret, newClientSecret, shownPrefix } from '../secrets/tokens.ts'
import { lockRows } from '../storage/dialect.ts'
import { inTransaction, type Query } from '../storage/storage.ts'
import { type ClientDeps, callbackUrlsOf } from './clients.ts'

export const maximumSecrets = 5

export interface ClientRecord {
  id: string
  name: string
  createdAt: Date
  secrets: SecretRecord[]
  callbackUrls: string[]
}

/** The stored facts about a secret, besides its hash. */
export interface SecretRecord {
  id: string
  /** Its first characters. Null for an older secret. */
  prefix: string | null
  createdAt: Date
  revokedAt: Date | null
  /** At most an hour before its last use. Null if it was not used since this is recorded. */
  lastUsedAt: Date | null
}

/** Oldest first. */
export async function listClients(query: Query): Promise<ClientRecord[]> {
  const rows = await query.selectFrom('client').selectAll().orderBy('created_at').orderBy('id').execute()
  const records: ClientRecord[] = []
  for (const { id, name, created_at } of rows) {
    const callbackUrls = (await callbackUrlsOf(query, id)).sort()
    records.push({ id, name, createdAt: new Date(created_at), secrets: await secretsOf(query, id), callbackUrls })
  }
  return records
}

export async function secretsOf(query: Query, clientId: string): Promise<SecretRecord[]> {
  const select = query.selectFrom('client_secret').select(['id', 'prefix', 'created_at', 'revoked_at', 'last_used_at'])
  const rows = await select.where('client_id', '=', clientId).orderBy('created_at').orderBy('id').execute()
  return rows.map((row) => ({
    id: row.id,
    prefix: row.prefix,
    createdAt: new Date(row.created_at),
    revokedAt: row.revoked_at === null ? null : new Date(row.revoked_at),
    lastUsedAt: row.last_used_at === null ? null : new Date(row.last_used_at),
  }))
}

/** Other changes of the client's secrets wait until the transaction ends. */
export async function lockSecrets(query: Query, clientId: string): Promise<SecretRecord[]> {
  await lockRows(query, query.selectFrom('client').select('id').where('id', '=', clientId)).execute()
  return secretsOf(query, clientId)
}

/** Adds a secret, which is returned only here. Returns null if the client has the maximum number of secrets. */
export async function addSecret(deps: ClientDeps, clientId: string): Promise<{ id: string; secret: string } | null> {
  const [id, secret] = [randomUUID(), newClientSecret(deps.environment)]
  const added = await inTransaction(deps.database, async (query) => {
    // A concurrent addition waits here and then counts this secret.
    const valid = (await lockSecrets(query, clientId)).filter(({ revokedAt }) => revokedAt === null)
    if (valid.length >= maximumSecrets) return false
    const created_at = deps.now().getTime()
    const facts = { hash: hashSecret(secret), prefix: shownPrefix(secret) }
    const row = { id, client_id: clientId, ...facts, created_at, revoked_at: null }
    await query.insertInto('client_secret').values(row).execute()
    return true
  })
  return added ? { id, secret } : null
}

/** Returns how many of them were valid. */
export async function revokeSecrets(deps: ClientDeps, clientId: string, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0
  return inTransaction(deps.database, async (query) => {
    const revoked = await query
      .updateTable('client_secret')
      .set({ revoked_at: deps.now().getTime() })
      .where('client_id', '=', clientId)
      .where('id', 'in', [...ids])
      .where('revoked_at', 'is', null)
      .executeTakeFirstOrThrow()
    return Number(revoked.numUpdatedRows)
  })
}

/** Returns false if the URL is already registered. It must have passed checkCallbackUrl. */
export async function addCallbackUrl(deps: ClientDeps, clientId: string, url: string): Promise<boolean> {
  return inTransaction(deps.database, async (query) => {
    const row = { client_id: clientId, url, created_at: deps.now().getTime() }
    const inserted = await query
      .insertInto('callback_url')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow()
    return inserted.numInsertedOrUpdatedRows === 1n
  })
}

/** Returns false if the URL was not registered. */
export async function removeCallbackUrl(deps: ClientDeps, clientId: string, url: string): Promise<boolean> {
  return inTransaction(deps.database, async (query) => {
    const select = query.deleteFrom('callback_url').where('client_id', '=', clientId).where('url', '=', url)
    return (await select.executeTakeFirstOrThrow()).numDeletedRows === 1n
  })
}
