// Rotating a client's secrets: several are valid side by side, so that a backend can change over without a pause, and one that
// is revoked is refused from the next request on.

import { randomUUID } from 'node:crypto'
import { hashSecret, newClientSecret } from '../secrets/tokens.ts'
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

/** What is kept of a secret besides its hash. */
export interface SecretRecord {
  id: string
  createdAt: Date
  revokedAt: Date | null
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
  const select = query.selectFrom('client_secret').select(['id', 'created_at', 'revoked_at'])
  const rows = await select.where('client_id', '=', clientId).orderBy('created_at').orderBy('id').execute()
  return rows.map((row) => ({
    id: row.id,
    createdAt: new Date(row.created_at),
    revokedAt: row.revoked_at === null ? null : new Date(row.revoked_at),
  }))
}

/** One more valid secret, answered once. Null when there are as many as there may be. */
export async function addSecret(deps: ClientDeps, clientId: string): Promise<{ id: string; secret: string } | null> {
  const [id, secret] = [randomUUID(), newClientSecret(deps.environment)]
  const added = await inTransaction(deps.database, async (query) => {
    // A second addition waits here, and counts this one too.
    await lockRows(query, query.selectFrom('client').select('id').where('id', '=', clientId)).execute()
    const valid = (await secretsOf(query, clientId)).filter(({ revokedAt }) => revokedAt === null)
    if (valid.length >= maximumSecrets) return false
    const created_at = deps.now().getTime()
    const row = { id, client_id: clientId, hash: hashSecret(secret), created_at, revoked_at: null }
    await query.insertInto('client_secret').values(row).execute()
    return true
  })
  return added ? { id, secret } : null
}

/** Answers how many were valid until now. */
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

/** False when it is registered already. The URL must have passed checkCallbackUrl. */
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

/** False when it was not registered. */
export async function removeCallbackUrl(deps: ClientDeps, clientId: string, url: string): Promise<boolean> {
  return inTransaction(deps.database, async (query) => {
    const select = query.deleteFrom('callback_url').where('client_id', '=', clientId).where('url', '=', url)
    return (await select.executeTakeFirstOrThrow()).numDeletedRows === 1n
  })
}
