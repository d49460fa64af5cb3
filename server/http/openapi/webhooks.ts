// The webhooks of the OpenAPI document: the requests that the server sends, by the type of their event.

import { eventTypes } from '../../contract/event-types.ts'
import { eventBodies, eventExample } from '../../contract/wire/events.ts'
import type { MediaType, Operation } from './operation.ts'
import type { SchemaCollector } from './schemas.ts'

const headers = {
  'webhook-id': 'The id of the event, the same in every try.',
  'webhook-timestamp': 'The time of the try, in seconds since 1970.',
  'webhook-signature': '`v1,` and the signature, for each valid secret, separated by spaces.',
}

const summaries = {
  'transfer.pending': 'A transfer was sent, or accepted by the exchange',
  'transfer.succeeded': 'A transfer arrived',
  'transfer.failed': 'A transfer failed',
  'transfer.attention': 'A transfer needs the operator of the server',
  'account.connected': 'A user connected an account',
  'account.ended': 'A connected account ended',
  'endpoint.disabled': 'Another endpoint of the client was turned off',
  test: 'A test',
} as const satisfies Record<(typeof eventTypes)[number], string>

export function webhooksOf(schemas: SchemaCollector): Record<string, { post: Operation }> {
  return Object.fromEntries(
    eventTypes.map((type) => {
      const media: MediaType = { schema: schemas.add(eventBodies[type], 'output'), example: eventExample(type) }
      const operation: Operation = {
        operationId: `receive.${type}`,
        tags: ['Webhooks'],
        summary: summaries[type],
        security: [],
        parameters: Object.entries(headers).map(([name, description]) => ({
          ...{ name, in: 'header', required: true, description, schema: { type: 'string' } },
        })),
        requestBody: { required: true, content: { 'application/json': media } },
        responses: { '2XX': { description: 'Received. Any other response is repeated later.' } },
      }
      return [type, { post: operation }]
    }),
  )
}
