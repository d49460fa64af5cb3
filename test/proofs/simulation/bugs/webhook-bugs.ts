// Mistakes in the sending of webhooks.

import { type Bug, files } from './bug.ts'

const { dueDeliveries, recordResults, serveEndpoint, endpointLease, fanOut } = files

export const webhookBugs: Bug[] = [
  {
    name: 'a delivery is taken from the queue before it is sent, so a crash skips it',
    breaks: ['WN'],
    changes: [
      {
        file: dueDeliveries,
        find: 'const eventIds = rows.map((row) => row.event_id)\n  const bodies',
        replace: `const eventIds = rows.map((row) => row.event_id)
  if (eventIds.length > 0)
    await query.updateTable('webhook_delivery').set({ due_at: null }).where('endpoint_id', '=', id).where('event_id', 'in', eventIds).execute()
  const bodies`,
      },
      {
        file: recordResults,
        find: 'case when due_at is null then null else cast(',
        replace: 'case when 1 = 0 then null else cast(',
      },
    ],
  },
  {
    name: 'the next event of a subject does not wait for one that is tried again',
    breaks: ['WO'],
    changes: [{ file: fanOut, find: "and earlier.state = 'waiting')`", replace: "and earlier.state = 'none')`" }],
  },
  {
    name: 'the next event of a subject is not sent after the one before',
    breaks: ['WN'],
    changes: [
      {
        file: recordResults,
        find: 'if (subjectIds.length > 0) await promoteNext(',
        replace: 'if (false) await promoteNext(',
      },
    ],
  },
  {
    name: 'the oldest endpoint is always served first',
    breaks: ['WS'],
    changes: [{ file: endpointLease, find: ".orderBy('served_at')", replace: ".orderBy('created_at')" }],
  },
  {
    name: 'a replay gives the event another id',
    breaks: ['WI'],
    changes: [
      {
        file: serveEndpoint,
        find: 'headersOf({ id: eventId,',
        replace: "headersOf({ id: triesBefore === 0 ? eventId : eventId + ' again',",
      },
    ],
  },
  {
    name: 'the body is written for every try',
    breaks: ['WB'],
    changes: [
      {
        file: dueDeliveries,
        find: 'const missing = eventIds.filter((id) => !written.has(id))',
        replace:
          "const missing = eventIds\n  if (missing.length > 0) await query.deleteFrom('webhook_message').where('event_id', 'in', eventIds).execute()",
      },
    ],
  },
  {
    name: 'a turn of a slow endpoint has no end',
    breaks: ['WL'],
    changes: [{ file: serveEndpoint, find: 'const turnMs = 5_000', replace: 'const turnMs = 86_400_000' }],
  },
  {
    name: 'an endpoint that was paused is never probed',
    breaks: ['WN', 'WS'],
    changes: [
      {
        file: endpointLease,
        find: "and([eb('state', '=', 'paused'), eb('paused_until', '<=', at), eb(firstDue",
        replace: "and([eb('state', '=', 'paused'), eb('paused_until', 'is', null), eb(firstDue",
      },
    ],
  },
  {
    name: 'an endpoint whose process has died is not leased again',
    breaks: ['WN'],
    changes: [
      {
        file: endpointLease,
        find: "or([eb('leased_until', 'is', null), eb('leased_until', '<=', at)])",
        replace: "or([eb('leased_until', 'is', null)])",
      },
    ],
  },
]
