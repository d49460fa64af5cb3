import { type Kysely, sql } from 'kysely'
import type { SchemaIndex } from '../schema-index.ts'

/** A replay by a server of the version before is not counted: beside a running request it may have no effect. */
export const servesPreviousVersion = true

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table webhook_delivery add column replays integer not null default 0`.execute(database)
}

export const indexes: readonly SchemaIndex[] = [
  // The events of a subject: a replay sends all of them, in order.
  { name: 'client_event_subject', on: 'client_event(subject_id, ordinal)' },
]
