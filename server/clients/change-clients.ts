// What operators change about clients, with the entries of the audit log. Each runs in one transaction with its entry (audit/audited.ts).

import type { RecordChange } from '../audit/audited.ts'
import { type ClientDeps, createClient } from './clients.ts'
import {
  addCallbackUrl,
  addSecret,
  lockSecrets,
  removeCallbackUrl,
  revokeSecrets,
  type SecretRecord,
} from './key-sets.ts'

export async function registerClient(
  deps: ClientDeps,
  record: RecordChange,
  client: { name: string; callbackUrls: readonly string[]; id?: string },
): Promise<{ id: string; secret: string }> {
  const added = await createClient(deps, client)
  const after = { name: client.name, callbackUrls: client.callbackUrls.map(withoutQuery) }
  record({ action: 'client.create', target: added.id, before: null, after })
  return added
}

/** Returns null if the client has the maximum number of secrets, which does not count if all others are revoked. */
export async function rotateSecret(
  deps: ClientDeps,
  record: RecordChange,
  { clientId, revokesOthers }: { clientId: string; revokesOthers: boolean },
): Promise<{ id: string; secret: string; others: string[] } | null> {
  const others = idsOf(validOf(await lockSecrets(deps.database.query, clientId)))
  if (revokesOthers) await revokeSecrets(deps, clientId, others)
  const added = await addSecret(deps, clientId)
  if (added === null) return null
  const left = revokesOthers ? [] : others
  const [before, after] = [{ validSecrets: others }, { validSecrets: [...left, added.id] }]
  record({ action: 'client.rotate', target: clientId, before, after })
  return { ...added, others }
}

/** `choose` returns the ids of those to revoke. Revoking a secret again changes nothing. */
export async function revokeChosen(
  deps: ClientDeps,
  record: RecordChange,
  { clientId, choose }: { clientId: string; choose(secrets: readonly SecretRecord[]): string[] },
): Promise<{ revoked: number; left: number }> {
  const secrets = await lockSecrets(deps.database.query, clientId)
  const valid = idsOf(validOf(secrets))
  const ids = choose(secrets)
  const revoked = await revokeSecrets(deps, clientId, ids)
  const after = { validSecrets: valid.filter((id) => !ids.includes(id)) }
  if (revoked > 0) record({ action: 'client.revoke', target: clientId, before: { validSecrets: valid }, after })
  return { revoked, left: valid.length - revoked }
}

/** Returns false if the URL is already registered. It must have passed checkCallbackUrl. */
export async function registerCallbackUrl(
  deps: ClientDeps,
  record: RecordChange,
  { clientId, url }: { clientId: string; url: string },
): Promise<boolean> {
  const isNew = await addCallbackUrl(deps, clientId, url)
  if (isNew) record({ action: 'callback.add', target: clientId, before: null, after: { url: withoutQuery(url) } })
  return isNew
}

/** Returns false if the URL was not registered. */
export async function unregisterCallbackUrl(
  deps: ClientDeps,
  record: RecordChange,
  { clientId, url }: { clientId: string; url: string },
): Promise<boolean> {
  const wasRegistered = await removeCallbackUrl(deps, clientId, url)
  const before = { url: withoutQuery(url) }
  if (wasRegistered) record({ action: 'callback.remove', target: clientId, before, after: null })
  return wasRegistered
}

export function validOf(secrets: readonly SecretRecord[]): SecretRecord[] {
  return secrets.filter(({ revokedAt }) => revokedAt === null)
}

function idsOf(secrets: readonly SecretRecord[]): string[] {
  return secrets.map(({ id }) => id)
}

/** The query may have a secret of the client. */
function withoutQuery(url: string): string {
  return url.split('?')[0] ?? ''
}
