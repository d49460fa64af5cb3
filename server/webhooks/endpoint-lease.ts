// A process leases an endpoint to send its due deliveries, so that no other process sends them at the same time.

import { sql } from 'kysely'
import { skipClaimed } from '../storage/dialect.ts'
import { changedOne, type Query } from '../storage/storage.ts'
import type { WebhookDeps } from './webhook-deps.ts'
import { endpointOf, type WebhookEndpoint } from './webhook-endpoint.ts'

export const leaseMs = 60_000
export const renewEveryMs = 20_000

type LeaseDeps = Pick<WebhookDeps, 'database' | 'now'>

export interface EndpointLease {
  endpoint: WebhookEndpoint
  lease: string
  /** When it was taken. It expires `leaseMs` later. */
  since: Date
}

/** Leases endpoints that have a delivery to send. The one that was served longest ago goes first. */
export async function leaseEndpoints(
  { database: { query }, now }: LeaseDeps,
  { lease, count }: { lease: string; count: number },
): Promise<EndpointLease[]> {
  const since = now()
  const at = since.getTime()
  // An update would take the write lock of SQLite though there is nothing to do.
  if ((await readyEndpoints(query, at).limit(sql.lit(1)).execute()).length === 0) return []
  const ready = readyEndpoints(query, at).orderBy('served_at').orderBy('id').limit(count)
  const rows = await query
    .with(
      (name) => name('ready').materialized(),
      () => skipClaimed(query, ready),
    )
    .updateTable('webhook_endpoint')
    .set({ lease, leased_until: at + leaseMs, served_at: at, ...unlessIdle(at) })
    .where('id', 'in', (select) => select.selectFrom('ready').select('ready.id'))
    .returningAll()
    .execute()
  return rows.map((row) => ({ endpoint: endpointOf(row), lease, since }))
}

/** A failing endpoint is served again within this time, at most a day and 10 %. */
const mostIdleMs = 27 * 3_600_000

/** An endpoint that was not served for longer had nothing to send, or no server ran. Failures from before do not count any more. */
function unlessIdle(at: number) {
  const wasServed = sql`served_at >= ${at - mostIdleMs}`
  return {
    failing_since: sql<number | null>`case when ${wasServed} then failing_since end`,
    rejected_events: sql<number>`case when ${wasServed} then rejected_events else 0 end`,
  }
}

function readyEndpoints(query: Query, at: number) {
  return query
    .selectFrom('webhook_endpoint')
    .select('id')
    .where('deleted_at', 'is', null)
    .where(({ or, eb }) => or([eb('leased_until', 'is', null), eb('leased_until', '<=', at)]))
    .where(({ or, and, eb, selectFrom }) => {
      const deliveries = selectFrom('webhook_delivery').whereRef('endpoint_id', '=', 'webhook_endpoint.id')
      // With `exists` and a limit, SQLite would read every due delivery.
      const firstDue = deliveries.where('due_at', 'is not', null).select(({ fn }) => fn.min('due_at').as('due_at'))
      const mayStart = or([eb('paused_until', 'is', null), eb('paused_until', '<=', at)])
      const isOn = and([eb('state', '=', 'on'), mayStart, eb(firstDue, '<=', at)])
      // The probe after a pause does not wait for the time of its delivery.
      const isProbed = and([eb('state', '=', 'paused'), eb('paused_until', '<=', at), eb(firstDue, 'is not', null)])
      return or([isOn, isProbed])
    })
}

/** Returns false if another process has leased the endpoint since. */
export async function renewLease({ database, now }: LeaseDeps, { endpoint, lease }: EndpointLease): Promise<boolean> {
  const leased = database.query.updateTable('webhook_endpoint').set({ leased_until: now().getTime() + leaseMs })
  return changedOne(await leased.where('id', '=', endpoint.id).where('lease', '=', lease).executeTakeFirstOrThrow())
}

export async function releaseLease({ database }: LeaseDeps, { endpoint, lease }: EndpointLease): Promise<void> {
  const leased = database.query.updateTable('webhook_endpoint').set({ lease: null, leased_until: null })
  await leased.where('id', '=', endpoint.id).where('lease', '=', lease).execute()
}
