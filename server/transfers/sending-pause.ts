// An operator pauses sending: everything, one exchange, or one client. Transfers that were sent before are polled as always.

import type { ExpressionBuilder, Kysely } from 'kysely'
import { ApiError } from '../contract/errors.ts'
import type { Query } from '../storage/storage.ts'
import type { Tables } from '../storage/tables.ts'

/** `restore`: until a restored database was compared with the exchanges (transfers/restore.ts). */
export type PauseScope =
  | { kind: 'all' }
  | { kind: 'restore' }
  | { kind: 'exchange'; type: string }
  | { kind: 'client'; id: string }

export interface SendingPause {
  scope: PauseScope
  pausedAt: Date
}

/** Whose transfer it is, and what sends it. */
export interface Sender {
  clientId: string
  exchangeType: string
}

/** Returns whether sending was not paused before. */
export async function pauseSending(query: Kysely<Tables>, scope: PauseScope, now: Date): Promise<boolean> {
  const insert = query.insertInto('sending_pause').values({ scope: textOf(scope), paused_at: now.getTime() })
  const [result] = await insert.onConflict((conflict) => conflict.column('scope').doNothing()).execute()
  return result?.numInsertedOrUpdatedRows === 1n
}

/** Returns whether sending was paused before. */
export async function resumeSending(query: Kysely<Tables>, scope: PauseScope): Promise<boolean> {
  const [result] = await query.deleteFrom('sending_pause').where('scope', '=', textOf(scope)).execute()
  return result?.numDeletedRows === 1n
}

/** The pauses in force, the oldest first. */
export async function listPauses(query: Kysely<Tables>): Promise<SendingPause[]> {
  const rows = await query.selectFrom('sending_pause').selectAll().orderBy('paused_at').orderBy('scope').execute()
  return rows.map(({ scope, paused_at }) => ({ scope: readScope(scope), pausedAt: new Date(paused_at) }))
}

/** Throws `sendingPaused` if a pause covers the sender. */
export async function refuseIfPaused(query: Query, sender: Sender): Promise<void> {
  const select = query
    .selectFrom('sending_pause')
    .select('scope')
    .where('scope', 'in', Object.values(scopesOf(sender)))
    .limit(1)
  const row = await select.executeTakeFirst()
  if (row === undefined) return
  const { kind } = readScope(row.scope)
  throw new ApiError('sendingPaused', { scope: kind === 'restore' ? 'all' : kind })
}

export interface SenderScopes {
  everything: string
  restore: string
  exchange: string
  client: string
}

/** The scopes of the pauses that cover a sender. */
export function scopesOf({ clientId, exchangeType }: Sender): SenderScopes {
  return {
    everything: textOf({ kind: 'all' }),
    restore: textOf({ kind: 'restore' }),
    exchange: textOf({ kind: 'exchange', type: exchangeType }),
    client: textOf({ kind: 'client', id: clientId }),
  }
}

/** For a statement that has to change nothing while a pause covers the sender. */
export function isNotPaused({ everything, restore, exchange, client }: SenderScopes) {
  return ({ not, exists, selectFrom }: ExpressionBuilder<Tables, keyof Tables>) =>
    not(
      exists(selectFrom('sending_pause').select('scope').where('scope', 'in', [everything, restore, exchange, client])),
    )
}

function textOf(scope: PauseScope): string {
  if (scope.kind === 'all' || scope.kind === 'restore') return scope.kind
  return scope.kind === 'exchange' ? `exchange:${scope.type}` : `client:${scope.id}`
}

function readScope(text: string): PauseScope {
  const [kind, name = ''] = text.split(/:(.*)/s)
  if (kind === 'exchange') return { kind, type: name }
  if (kind === 'client') return { kind, id: name }
  return kind === 'restore' ? { kind } : { kind: 'all' }
}
