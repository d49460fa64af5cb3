// Mistakes in the sending of webhooks.

import { type Bug, files } from './bug.ts'

const {
  deliveryOutcome,
  dueDeliveries,
  eventFault,
  makeRetriesDue,
  recordResults,
  writeResults,
  requestStart,
  serveEndpoint,
  endpointLease,
  fanOut,
  endpointHealth,
  makeFirstDue,
  replayPages,
  webhookEndpoint,
} = files

export const webhookBugs: Bug[] = [
  {
    name: 'a delivery is taken from the queue before it is sent, so a crash skips it',
    breaks: ['WN'],
    changes: [
      {
        file: dueDeliveries,
        find: 'const missing =',
        replace: `const taken = rows.map((row) => row.event_id)
  if (taken.length > 0)
    await deps.database.query.updateTable('webhook_delivery').set({ due_at: null }).where('endpoint_id', '=', values.endpointId).where('event_id', 'in', taken).execute()
  const missing =`,
      },
      {
        file: writeResults,
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
        file: writeResults,
        find: 'if (subjectIds.length > 0) await makeNextDue(',
        replace: 'if (false) await promoteNext(',
      },
    ],
  },
  {
    name: 'an event ends after its third rejection',
    breaks: ['WF'],
    changes: [{ file: deliveryOutcome, find: 'rejections >= mostTries', replace: 'rejections >= 3' }],
  },
  {
    name: 'an event that is always rejected is tried for ever',
    breaks: ['WF'],
    changes: [{ file: deliveryOutcome, find: 'rejections >= mostTries', replace: 'rejections >= 1_000' }],
  },
  {
    name: 'the next event of a subject is not sent after one that was always rejected',
    breaks: ['WF'],
    changes: [
      { file: writeResults, find: 'ended.push(...rows)', replace: "if (state === 'delivered') ended.push(...rows)" },
    ],
  },
  {
    name: 'an event that always fails is tried for ever, and pauses its endpoint',
    breaks: ['WF', 'WP', 'WG'],
    changes: [
      {
        file: eventFault,
        find: 'if (isFailureOfEvent(result, last, health))',
        replace: 'if (false && isFailureOfEvent(result, last, health))',
      },
    ],
  },
  {
    name: 'events that always fail are due after each pause',
    breaks: ['WP'],
    changes: [{ file: makeRetriesDue, find: 'not between 400 and 499', replace: 'between 3 and 2' }],
  },
  {
    name: 'events that always fail are probes before the others',
    breaks: ['WG'],
    changes: [
      { file: dueDeliveries, find: '(failures - failuresToPause) % 2 === 0', replace: 'failures < failuresToPause' },
    ],
  },
  {
    name: 'an outage counts against the events that wait',
    breaks: ['WF', 'WP'],
    changes: [
      { file: eventFault, find: 'acceptedAt > last.at + last.duration_ms', replace: 'acceptedAt > 0' },
      { file: eventFault, find: "state !== 'on' || ", replace: '' },
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
        replace: "headersOf({ id: replays === 0 ? eventId : eventId + ' again',",
      },
    ],
  },
  {
    name: 'the body is written for every try',
    breaks: ['WB'],
    changes: [
      {
        file: dueDeliveries,
        find: 'rows.filter((row) => row.body === null).map((row) => row.event_id)',
        replace:
          "rows.map((row) => row.event_id)\n  if (missing.length > 0) await deps.database.query.deleteFrom('webhook_message').where('event_id', 'in', missing).execute()",
      },
      { file: dueDeliveries, find: 'row.body ?? written.get(', replace: 'written.get(' },
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
  {
    name: 'a turn sends what it has read, also if an earlier event was replayed since',
    breaks: ['WO'],
    changes: [
      {
        file: serveEndpoint,
        find: "if (started === 'notDue') {",
        replace: "const begun = started === 'notDue' ? { replays: 0 } : started\n  if (false) {",
      },
      {
        file: serveEndpoint,
        find: 'await send(delivery, started.replays)',
        replace: 'await send(delivery, begun.replays)',
      },
    ],
  },
  {
    name: 'the result of a request ends a delivery that was replayed meanwhile',
    breaks: ['WN', 'WO'],
    changes: [{ file: recordResults, find: 'delivery.replays === replays', replace: 'delivery.replays >= replays' }],
  },
  {
    name: 'a replay makes its events due beside one that was due',
    breaks: ['WO'],
    changes: [
      { file: makeFirstDue, find: 'await laterWait(', replace: 'if (false) await laterWait(' },
      {
        file: writeResults,
        find: 'case when due_at is null then null else cast(',
        replace: 'case when 1 = 0 then null else cast(',
      },
    ],
  },
  {
    name: 'a replay ends before the latest event',
    breaks: ['WR'],
    changes: [{ file: replayPages, find: "fn.max<number | null>('at')", replace: "fn.min<number | null>('at')" }],
  },
  {
    name: 'a turn goes on although the receiver requested a wait',
    breaks: ['WA'],
    changes: [
      {
        file: serveEndpoint,
        find: 'if (health === null || !maySend(health, deps.now().getTime())) isOver = true',
        replace: 'if (health === null) isOver = true',
      },
      // Each request checks this once more.
      { file: requestStart, find: ' || !maySend(row, now)', replace: '' },
    ],
  },
  {
    name: 'a turn goes on after the client has paused the endpoint',
    breaks: ['WC'],
    changes: [{ file: endpointHealth, find: ' || isPausedByClient(health)', replace: '' }],
  },
  {
    name: 'a turn goes on after the endpoint was deleted',
    breaks: ['WC'],
    changes: [{ file: webhookEndpoint, find: "state: 'off', ...erased", replace: '...erased' }],
  },
  {
    name: 'a turn goes on at the old URL',
    breaks: ['WC'],
    changes: [{ file: requestStart, find: 'row.url !== endpoint.url || ', replace: '' }],
  },
  {
    name: 'an endpoint that is turned on stays paused',
    breaks: ['WN'],
    changes: [
      {
        file: webhookEndpoint,
        find: ': { state, paused_by:',
        replace: ": { ...(state === 'on' ? {} : { state }), paused_by:",
      },
    ],
  },
]
