// Fills a database with deliveries that wait, as after an outage of the receivers.
import type { OpenedStorage } from './storages.ts'

export const eventsEach = 4
export const endpointCount = 50

/** `count` deliveries of stored transfers, with four events each. They need the model of an executed transfer. */
export async function fillDeliveries(opened: OpenedStorage, count: number): Promise<void> {
  await opened.fill(count / eventsEach)
  await opened.runAll([...endpoints, events, deliveries])
  await opened.analyze()
}

/** Writes the bodies of the next `each` deliveries of every endpoint. */
export async function writeNextBodies(opened: OpenedStorage, each: number): Promise<void> {
  await opened.runAll(
    Array.from({ length: endpointCount }, (_, n) => {
      const next = `select event_id from webhook_delivery where endpoint_id = 'endpoint-${n}' and due_at is not null order by due_at limit ${each}`
      return `insert into webhook_message (event_id, format, body, created_at)
        select next.event_id, model.format, model.body, model.created_at
        from (${next}) as next, (select * from webhook_message order by created_at limit 1) as model
        where true on conflict (event_id, format) do nothing`
    }),
  )
}

const endpoints = Array.from(
  { length: endpointCount },
  (
    _,
    n,
  ) => `insert into webhook_endpoint (id, client_id, url, format, types, description, state, sealed_secret, created_at)
    select 'endpoint-${n}', id, 'https://shop.example/hooks', 'standard', '["transfer.pending"]', '', 'on', '', 0
    from client order by id limit 1`,
)

const events = `insert into client_event (id, client_id, type, at, subject_id, ordinal, data, position)
  select hex(randomblob(16)), transfer.client_id, 'transfer.pending', transfer.created_at, transfer.id, 2 * n, model.data, null
  from transfer, (${Array.from({ length: eventsEach }, (_, at) => `select ${at + 1} as n`).join(' union all ')}) as numbers,
    (select data from client_event where type = 'transfer.pending' limit 1) as model
  where transfer.state = 'Succeeded'`

const deliveries = `insert into webhook_delivery (endpoint_id, event_id, subject_id, ordinal, state, due_at, created_at)
  select 'endpoint-' || (cast(substr(transfer.user_id, 6) as integer) % ${endpointCount}), client_event.id, client_event.subject_id,
    client_event.ordinal, 'waiting', case when client_event.ordinal = 2 then client_event.at end, client_event.at
  from client_event join transfer on transfer.id = client_event.subject_id
  where transfer.state = 'Succeeded' order by 1, 2`
