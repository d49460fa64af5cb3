// GET /api/v1/events (additive): the events of webhooks as a list, for clients that poll

import type { Hono } from 'hono'
import * as z from 'zod'
import { describeEndpoint, envelopeResponse } from '../../contract/endpoint.ts'
import { type EventType, eventTypes } from '../../contract/event-types.ts'
import { EventPage, eventExample } from '../../contract/wire/events.ts'
import { text } from '../../contract/wire/request-text.ts'
import { listEvents } from '../../events/list-events.ts'
import { clientOnly } from '../../http/authenticate.ts'
import { refuseOtherMethods } from '../../http/methods.ts'
import { readQuery } from '../../http/read-request.ts'
import type { AppEnv } from '../../http/request-context.ts'
import { ok } from '../../http/responses.ts'
import { eventSources } from '../../webhooks/event-source.ts'
import { PageLimit, pageLimitOf } from '../page-limit.ts'
import type { RouteDeps } from '../route-deps.ts'
import { eventToWire } from './event-wire.ts'

const isType = (word: string): word is EventType => eventTypes.some((type) => type === word)

const EventsQuery = z.object({
  after: z
    .string()
    .refine((value) => /^\d{1,15}$/.test(value), 'must be the next of an earlier response')
    .meta({ pattern: '^\\d{1,15}$' })
    .optional()
    .describe(
      'The `next` of the previous page. A number beyond the newest event is refused. Default: from the oldest stored event.',
    ),
  limit: PageLimit,
  types: text(200)
    .transform((value) => value.split(',').map((word) => word.trim()))
    .refine((words) => words.every(isType), `must be types, separated by commas: ${eventTypes.join(', ')}`)
    .transform((words) => words.filter(isType))
    .meta({ type: 'string' })
    .optional()
    .describe('Only these types, separated by commas. Default: all.'),
})

export const listEventsEndpoint = describeEndpoint({
  id: 'listEvents',
  method: 'get',
  path: '/api/v1/events',
  tag: 'Webhooks',
  summary: 'List events',
  description:
    'The events of webhooks with the same bodies, oldest first. An endpoint is not required. `after` never skips an event, also ' +
    'while others are recorded. Events stay as long as transfers do. Additive.',
  security: 'client',
  query: EventsQuery,
  responses: {
    200: envelopeResponse('One page of events.', EventPage, {
      example: { events: [eventExample('transfer.succeeded')], next: '42' },
    }),
  },
  errors: [],
})

export function mountListEvents(app: Hono<AppEnv>, deps: RouteDeps): void {
  app.get(listEventsEndpoint.path, clientOnly(deps), async (context) => {
    const { after, limit, types } = readQuery(context, EventsQuery)
    const filter = { clientId: context.get('client').id, after: Number(after ?? 0), limit: pageLimitOf(limit) }
    const { events, next } = await listEvents(deps.database, { ...filter, types: types ?? null })
    const sources = await eventSources(deps.database.query, events)
    return ok(context, { events: sources.map((source) => eventToWire(deps, source)), next: String(next) })
  })
  refuseOtherMethods(app, listEventsEndpoint.path, ['GET'])
}
