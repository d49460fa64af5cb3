// Webhook endpoints and their deliveries.

import * as z from 'zod'
import { eventTypes, selectableEventTypes } from '../event-types.ts'
import { ofList } from '../length-checks.ts'
import { text } from './request-text.ts'
import { RequestTime } from './request-time.ts'
import { Id, Time, Url } from './values.ts'

const Types = z
  .array(z.enum(selectableEventTypes))
  .min(1, ofList)
  .max(selectableEventTypes.length, ofList)
  .transform((types) => [...new Set(types)])
const Format = z
  .enum(['standard', 'mesh'])
  .describe(
    '`standard`: the body `{id, type, timestamp, data}`. `mesh`: a body in PascalCase, on status changes of transfers only, with ' +
      '`X-Mesh-Signature-256` beside the standard headers.',
  )
const EndpointUrl = text(2000)
  .meta({ format: 'uri' })
  .describe(
    'An https URL without credentials or fragment. Internal addresses, and http, are accepted only in ranges that the operator allows. ' +
      'The stored URL is normalized.',
  )
const Description = text(200).describe('A note for your team.')

export const NewWebhook = z.object({
  url: EndpointUrl,
  types: Types.nullable()
    .optional()
    .describe('The types of events that the endpoint receives. Default: all except `transfer.attention`.'),
  format: Format.nullable().optional(),
  description: Description.nullable().optional(),
})

export const WebhookChanges = z.object({
  url: EndpointUrl.nullable()
    .optional()
    .describe(
      'As for a new endpoint. What waits is sent to it at once, and a pause after failures ends. Other pauses stay, and so does `off`.',
    ),
  types: Types.nullable().optional().describe('They apply to events from now on.'),
  state: z
    .enum(['on', 'paused'])
    .nullable()
    .optional()
    .describe('`paused`: events wait. `on`: waiting events are sent, in order.'),
  description: Description.nullable().optional(),
})

const fields = {
  id: Id,
  url: Url,
  types: z.array(z.enum(selectableEventTypes)),
  format: Format,
  description: z.string(),
  state: z
    .enum(['on', 'paused', 'off'])
    .describe(
      '`on`: events are sent. `paused`: they wait. `off`: the server turned the endpoint off and stores no events for it. After ' +
        'a fix, read `lastSuccessAt`, set it `on`, and replay the events since then.',
    ),
  stateReason: z
    .enum(['failing', 'gone', 'client', 'operator'])
    .nullable()
    .describe(
      'Null if `on`. `failing`: paused after 5 failed requests in a row, or off after 5 days without a success. `gone`: the receiver ' +
        'returned 410. `client`: paused by a request of yours. `operator`: paused by the operator of the server.',
    ),
  retryAt: Time.nullable().describe('When an endpoint that is paused because it is failing gets its next request.'),
  lastSuccessAt: Time.nullable(),
  createdAt: Time,
}
export const Webhook = z.object(fields).meta({ id: 'Webhook' })
export const WebhookList = z.object({ endpoints: z.array(Webhook).describe('Oldest first.') })

const Secret = z.string().describe('`whsec_` and the key in base64. It is returned only once.')
export const CreatedWebhook = z.object({ ...fields, secret: Secret }).meta({ id: 'CreatedWebhook' })
export const RotatedWebhookSecret = z.object({
  secret: Secret,
  oldSecretValidUntil: Time.describe('Until then, requests are signed with both secrets.'),
})

const WebhookAttempt = z
  .object({
    at: Time,
    status: z.int().nullable().describe('The HTTP status. Null if there was no response.'),
    error: z
      .enum(['refused', 'timeout', 'tls', 'status'])
      .nullable()
      .describe(
        'Null for a 2xx response. `refused`: no connection, or the address is internal. `status`: another response.',
      ),
    durationMs: z.int(),
    response: z.string().describe('The first kilobyte of the response’s body.'),
  })
  .meta({ id: 'WebhookAttempt' })

export const WebhookDelivery = z
  .object({
    deliveryId: Id.describe('Also the id of the event, and the `webhook-id` of each request.'),
    type: z.enum(eventTypes),
    transferId: Id.nullable().describe('Null if the event is not about a transfer.'),
    state: z
      .enum(['waiting', 'delivered', 'failed'])
      .describe(
        '`failed`: the endpoint rejected the event, or failed for it, 10 times while it worked. The delivery can be replayed.',
      ),
    tries: z.int().describe('The number of all requests.'),
    nextTryAt: Time.nullable().describe(
      'Null if it has ended, waits for an earlier event of the transfer, or the endpoint is `off` or was paused by a request or the operator.',
    ),
    createdAt: Time,
    endedAt: Time.nullable(),
    attempts: z.array(WebhookAttempt).describe('The last 20, oldest first.'),
  })
  .meta({ id: 'WebhookDelivery' })
export const WebhookDeliveryPage = z.object({
  deliveries: z.array(WebhookDelivery).describe('Newest first.'),
  nextCursor: z.string().nullable().describe('For the next page; null on the last one.'),
})

export const SentTest = z.object({ deliveryId: Id })

export const ReplayRequest = z.object({
  deliveryId: text(60).nullable().optional().describe('One delivery.'),
  since: RequestTime.nullable()
    .optional()
    .describe(
      'All events of this time or later that have the types of the endpoint, also those that it missed while it was off.',
    ),
})
export const Replay = z.object({
  replayed: z.int().describe('The number of events that now wait. An endpoint that is not `on` gets them once it is.'),
})

const id = '5a0d7c1e-7a7f-4e0b-9d8e-2c6f1b3a4d55'
const createdAt = '2026-11-20T14:00:00.000Z'
export const webhookSecretExample = 'whsec_RVhBTVBMRS1FWEFNUExFLUVYQU1QTEUtRVhBTVBMRSE='
export const webhookExample: z.input<typeof Webhook> = {
  id,
  url: 'https://shop.example/webhooks/transfer-link',
  types: ['transfer.succeeded', 'transfer.failed'],
  format: 'standard',
  description: 'Credits balances',
  state: 'on',
  stateReason: null,
  retryAt: null,
  lastSuccessAt: null,
  createdAt,
}
export const webhookDeliveryExample: z.input<typeof WebhookDelivery> = {
  deliveryId: '0d1f6c44-93f5-8b0c-8d56-7a4f3b2e1c90',
  type: 'transfer.succeeded',
  transferId: 'c9a1f0d3-52b5-4e1c-9c0e-6f0a7a2b8d41',
  state: 'delivered',
  tries: 2,
  nextTryAt: null,
  createdAt: '2026-11-20T14:02:04.000Z',
  endedAt: '2026-11-20T14:02:09.412Z',
  attempts: [
    { at: '2026-11-20T14:02:04.020Z', status: 503, error: 'status', durationMs: 12, response: 'Maintenance' },
    { at: '2026-11-20T14:02:09.400Z', status: 200, error: null, durationMs: 9, response: '' },
  ],
}
