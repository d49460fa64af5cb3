// Stored responses of requests with an Idempotency-Key, per client. A key belongs to the first request that used it. Rows are
// claimed by compare-and-set, which also works across processes. Responses are sealed, because one may contain an auth_code.

import type { Sealer } from '../secrets/seal.ts'
import { hashSecret } from '../secrets/tokens.ts'
import type { IdempotencyKeyTable } from '../storage/client-tables.ts'
import { changedOne, type Database } from '../storage/storage.ts'

/** Longer than any request runs. After this time, the same request may use the key of a process that died again. */
const runningMs = 180_000
/** Stored responses are sealed for this purpose, so its text cannot change. */
const purpose = 'kept answer'

export interface IdempotencyDeps {
  database: Database
  sealer: Sealer
  now(): Date
}

interface KeyedRequest {
  clientId: string
  key: string
  /** Hash of what makes two requests equal: method, path, query, body. */
  request: string
}

export interface StoredResponse {
  status: number
  type: string
  body: string
}

/** A key that this request has claimed until its response is stored or the key is released. */
export interface ClaimedKey {
  clientId: string
  keyHash: string
  runningUntil: number
}

export type KeyClaim =
  | { state: 'claimed'; key: ClaimedKey }
  | { state: 'completed'; response: StoredResponse }
  | { state: 'running' }
  | { state: 'conflict' }

const tries = 5

export async function claimKey(deps: IdempotencyDeps, { clientId, key, request }: KeyedRequest): Promise<KeyClaim> {
  const [keyHash, requestHash] = [hashSecret(key), hashSecret(request)]
  for (let attempt = 0; attempt < tries; attempt++) {
    const now = deps.now().getTime()
    const claimed = { clientId, keyHash, runningUntil: now + runningMs }
    if (await insertRow(deps, claimed, { request_hash: requestHash, now })) return { state: 'claimed', key: claimed }
    const row = await rowOf(deps, clientId, keyHash)
    // Released in the meantime: try again.
    if (row === undefined) continue
    const isFree = isOver(row, requestHash, now) || (row.replaceable === 1 && row.request_hash !== requestHash)
    if (!isFree) return judge(deps, row, requestHash)
    if (await takeOver(deps, row, { claimed, request_hash: requestHash })) return { state: 'claimed', key: claimed }
  }
  return { state: 'running' }
}

function judge(deps: IdempotencyDeps, row: IdempotencyKeyTable, requestHash: string): KeyClaim {
  if (row.request_hash !== requestHash) return { state: 'conflict' }
  if (row.sealed_response === null) return { state: 'running' }
  const { status, type, body } = deps.sealer.open(purpose, [row.client_id, row.key_hash], row.sealed_response)
  return { state: 'completed', response: { status: Number(status), type: type ?? '', body: body ?? '' } }
}

/**
 * Whether the row has expired: its stored response, or the claim of a process that died. That process may have executed its request, so
 * only the same request may follow it: it has the same outcome, and another one might pay a second time.
 */
function isOver({ running_until, expires_at, request_hash }: IdempotencyKeyTable, requestHash: string, now: number) {
  if (running_until !== null) return running_until <= now && request_hash === requestHash
  return expires_at !== null && expires_at <= now
}

async function insertRow(
  deps: IdempotencyDeps,
  claimed: ClaimedKey,
  { request_hash, now }: { request_hash: string; now: number },
): Promise<boolean> {
  const { clientId: client_id, keyHash: key_hash, runningUntil: running_until } = claimed
  const rest = { replaceable: 0, sealed_response: null, created_at: now, expires_at: null, transfer_id: null }
  const inserted = await deps.database.query
    .insertInto('idempotency_key')
    .values({ client_id, key_hash, request_hash, running_until, ...rest })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return inserted.numInsertedOrUpdatedRows === 1n
}

async function rowOf(
  deps: IdempotencyDeps,
  clientId: string,
  keyHash: string,
): Promise<IdempotencyKeyTable | undefined> {
  return deps.database.query
    .selectFrom('idempotency_key')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('key_hash', '=', keyHash)
    .executeTakeFirst()
}

async function takeOver(
  deps: IdempotencyDeps,
  before: IdempotencyKeyTable,
  { claimed, request_hash }: { claimed: ClaimedKey; request_hash: string },
): Promise<boolean> {
  const update = deps.database.query
    .updateTable('idempotency_key')
    .set({ request_hash, running_until: claimed.runningUntil, replaceable: 0, sealed_response: null, expires_at: null })
    .where('client_id', '=', claimed.clientId)
    .where('key_hash', '=', claimed.keyHash)
    .where('request_hash', '=', before.request_hash)
  // Another request may have claimed the key and stored its response since. No two sealed responses are equal.
  const unanswered =
    before.sealed_response === null
      ? update.where('sealed_response', 'is', null)
      : update.where('sealed_response', '=', before.sealed_response)
  const unchanged =
    before.running_until === null
      ? unanswered.where('running_until', 'is', null)
      : unanswered.where('running_until', '=', before.running_until)
  return changedOne(await unchanged.executeTakeFirstOrThrow())
}

interface StoreOptions {
  /** Null: until the operator's retention period has passed. */
  keepMs: number | null
  replaceable: boolean
  /** The transfer in the response, with which the response is erased. */
  transferId: string | null
}

export async function storeResponse(
  deps: IdempotencyDeps,
  { clientId, keyHash, runningUntil }: ClaimedKey,
  {
    response: { status, type, body },
    options: { keepMs, replaceable, transferId },
  }: { response: StoredResponse; options: StoreOptions },
): Promise<void> {
  const now = deps.now().getTime()
  const sealed_response = deps.sealer.seal(purpose, [clientId, keyHash], { status: String(status), type, body })
  const expires_at = keepMs === null ? null : now + keepMs
  await deps.database.query
    .updateTable('idempotency_key')
    .set({
      ...{ sealed_response, running_until: null, replaceable: replaceable ? 1 : 0, expires_at },
      transfer_id: transferId,
    })
    .where('client_id', '=', clientId)
    .where('key_hash', '=', keyHash)
    .where('running_until', '=', runningUntil)
    .execute()
}

/**
 * Frees the key of a request that created nothing. A key whose response was erased has created a transfer: it stays, for the same request
 * alone.
 */
export async function releaseKey(
  { database: { query }, now }: IdempotencyDeps,
  { clientId, keyHash, runningUntil }: ClaimedKey,
): Promise<void> {
  await query
    .deleteFrom('idempotency_key')
    .where('client_id', '=', clientId)
    .where('key_hash', '=', keyHash)
    .where('running_until', '=', runningUntil)
    .where('transfer_id', 'is', null)
    .execute()
  await query
    .updateTable('idempotency_key')
    .set({ running_until: now().getTime() })
    .where('client_id', '=', clientId)
    .where('key_hash', '=', keyHash)
    .where('running_until', '=', runningUntil)
    .where('transfer_id', 'is not', null)
    .execute()
}
