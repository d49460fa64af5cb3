// The log of what operators have done: numbered without gap and chained by hash. Entries are only ever added.

import { createHash } from 'node:crypto'
import { lockRows } from '../storage/dialect.ts'
import type { AuditEntryTable } from '../storage/operator-tables.ts'
import type { Query } from '../storage/storage.ts'

/** Facts about the target: no secret, and no id of a user. */
export type AuditFacts = Record<string, string | number | boolean | null | readonly string[]>

/** Who acted. The server does not check these names: a command states the user of its machine. */
export interface Actor {
  name: string
  /** The machine of a command. */
  origin: string
}

export interface AuditedChange {
  /** What was done, such as `client.create`. */
  action: string
  /** The id of what was changed. */
  target: string
  /** Null if it did not exist. */
  before: AuditFacts | null
  /** Null if it does not exist any more. */
  after: AuditFacts | null
  reason?: string
}

export interface AuditEntry extends AuditedChange {
  n: number
  at: Date
  actor: Actor
  previousHash: string
  hash: string
}

/**
 * Other transactions that add an entry wait until this one ends. The lock is the first entry, which is never changed: a row that is also
 * written would make its other writers wait, such as /readyz. Until there is one, the lock is that row.
 */
export async function lockAuditLog(query: Query): Promise<void> {
  const first = lockRows(query, query.selectFrom('audit_entry').select('n').where('n', '=', 1))
  if ((await first.execute()).length > 0) return
  await lockRows(query, query.selectFrom('store').select('id')).execute()
  // Another transaction may have added it meanwhile.
  await first.execute()
}

export async function appendEntry(
  query: Query,
  { action, target, before, after, reason }: AuditedChange,
  { actor, now }: { actor: Actor; now: Date },
): Promise<void> {
  await lockAuditLog(query)
  const last = await lastEntry(query)
  const details = JSON.stringify({ before, after, ...(reason === undefined ? {} : { reason }) })
  const row = {
    ...{ n: (last?.n ?? 0) + 1, at: now.getTime(), actor: actor.name, origin: actor.origin, action, target, details },
    previous_hash: last?.hash ?? '',
  }
  await query
    .insertInto('audit_entry')
    .values({ ...row, hash: hashOfEntry(row) })
    .execute()
}

/** Undefined if there is none yet. */
export async function lastEntry(query: Query): Promise<Pick<AuditEntryTable, 'n' | 'hash'> | undefined> {
  return query.selectFrom('audit_entry').select(['n', 'hash']).orderBy('n', 'desc').limit(1).executeTakeFirst()
}

export function hashOfEntry(row: Omit<AuditEntryTable, 'hash'>): string {
  const { n, at, actor, origin, action, target, details, previous_hash } = row
  const text = JSON.stringify([n, at, actor, origin, action, target, details, previous_hash])
  return createHash('sha256').update(text).digest('hex')
}

export function entryOf(row: AuditEntryTable): AuditEntry {
  const { n, at, actor, origin, action, target, details, previous_hash: previousHash, hash } = row
  const facts = JSON.parse(details) as Pick<AuditedChange, 'before' | 'after' | 'reason'>
  return { n, at: new Date(at), actor: { name: actor, origin }, action, target, ...facts, previousHash, hash }
}
