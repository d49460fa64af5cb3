import { type Kysely, sql } from 'kysely'
import type { SchemaIndex } from '../schema-index.ts'

/** Servers of the version before count all failures of an endpoint alike. */
export const servesPreviousVersion = true

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table webhook_delivery add column rejections integer not null default 0`.execute(database)
  await sql`alter table webhook_endpoint add column rejected_events integer not null default 0`.execute(database)
}

export const indexes: readonly SchemaIndex[] = [
  // The order of a subject's events.
  { name: 'client_event_subject', on: 'client_event(subject_id, ordinal)' },
]
