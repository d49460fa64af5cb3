// The webhooks of the OpenAPI document: the requests that the server sends, by the type of their event.

import * as z from 'zod'
import { eventTypes } from '../../contract/event-types.ts'
import { eventBodies, eventExample } from '../../contract/wire/events.ts'
import { MeshTransferEvent, meshExample, meshStatuses } from '../../contract/wire/mesh-event.ts'
import type { MediaType, Operation, Parameter } from './operation.ts'
import type { SchemaCollector } from './schemas.ts'

const headers = {
  'webhook-id': 'The id of the event. It is the same on every attempt.',
  'webhook-timestamp': 'The time of this attempt, in seconds since 1970.',
  'webhook-signature': '`v1,` and the signature, for each valid secret, separated by spaces.',
}
const meshHeader: Parameter = {
  ...{ name: 'X-Mesh-Signature-256', in: 'header', required: false, schema: { type: 'string' } },
  description: 'Only of the format `mesh`: the HMAC-SHA256 of the body in base64, with the secret as text.',
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
      const required = Object.entries(headers).map(
        ([name, description]): Parameter => ({
          ...{ name, in: 'header', required: true, description, schema: { type: 'string' } },
        }),
      )
      const operation: Operation = {
        operationId: `receive.${type}`,
        tags: ['Webhooks'],
        summary: summaries[type],
        security: [],
        parameters: meshStatuses.has(type) ? [...required, meshHeader] : required,
        requestBody: { required: true, content: { 'application/json': bodyOf(type, schemas) } },
        responses: { '2XX': { description: 'Received. Any other response is repeated later.' } },
      }
      return [type, { post: operation }]
    }),
  )
}

function bodyOf(type: keyof typeof eventBodies, schemas: SchemaCollector): MediaType {
  const [schema, example] = [eventBodies[type], eventExample(type)]
  const status = meshStatuses.get(type)
  if (status === undefined) return { schema: schemas.add(schema, 'output'), example }
  return {
    schema: schemas.add(z.union([schema, MeshTransferEvent]), 'output'),
    examples: { standard: { value: example }, mesh: { value: meshExample(status) } },
  }
}
