import { type Kysely, sql } from 'kysely'

/** Servers of the version before record no events of clients and send no webhooks. */
export const servesPreviousVersion = true

// Events and deliveries refer to no other table: on PostgreSQL a reference locks the row of the client or endpoint in every transfer.
const statements = [
  `create table client_event (id text primary key, client_id text not null, type text not null, at bigint not null,
     subject_id text not null, ordinal bigint not null, data text not null, position bigint)`,
  `create unique index client_event_position on client_event(client_id, position) where position is not null`,
  `create index client_event_unnumbered on client_event(client_id, at, ordinal) where position is null`,
  `create index client_event_time on client_event(client_id, at)`,
  `create table webhook_endpoint (id text primary key, client_id text not null references client(id), url text not null,
     format text not null, types text not null, description text not null, state text not null, off_reason text,
     sealed_secret text not null, sealed_old_secret text, old_secret_until bigint, sealed_certificate text,
     failures integer not null default 0, failing_since bigint, paused_until bigint, last_success_at bigint,
     lease text, leased_until bigint, served_at bigint not null default 0, tests_sent text not null default '[]',
     created_at bigint not null, deleted_at bigint)`,
  `create index webhook_endpoint_client on webhook_endpoint(client_id)`,
  `create table webhook_message (event_id text not null, format text not null, body text not null, created_at bigint not null,
     primary key (event_id, format))`,
  `create index webhook_message_created on webhook_message(created_at)`,
  `create table webhook_delivery (endpoint_id text not null, event_id text not null, subject_id text not null,
     ordinal bigint not null, state text not null, due_at bigint, tries integer not null default 0,
     tries_before integer not null default 0, created_at bigint not null, done_at bigint, primary key (endpoint_id, event_id))`,
  `create index webhook_delivery_due on webhook_delivery(endpoint_id, due_at) where due_at is not null`,
  `create index webhook_delivery_waiting on webhook_delivery(subject_id, endpoint_id, ordinal) where state = 'waiting'`,
  `create index webhook_delivery_created on webhook_delivery(endpoint_id, created_at, event_id)`,
  `create index webhook_delivery_done on webhook_delivery(done_at) where done_at is not null`,
  `create table webhook_attempt (endpoint_id text not null, event_id text not null, n integer not null, at bigint not null,
     duration_ms bigint not null, status integer, reason text, response_start text not null, primary key (endpoint_id, event_id, n))`,
  `create index webhook_attempt_time on webhook_attempt(at)`,
]

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database)
}
