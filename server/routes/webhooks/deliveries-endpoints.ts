import * as z from 'zod'
import { describeEndpoint, envelopeResponse } from '../../contract/endpoint.ts'
import { text } from '../../contract/wire/request-text.ts'
import {
  Replay,
  ReplayRequest,
  SentTest,
  WebhookDeliveryPage,
  webhookDeliveryExample,
} from '../../contract/wire/webhooks.ts'
import { PageLimit } from '../page-limit.ts'

const path = '/api/v1/webhooks/endpoints/:id'
const ofOne = { tag: 'Webhooks', security: 'client', params: { id: 'The id of the endpoint.' } } as const

export const testWebhookEndpoint = describeEndpoint({
  ...ofOne,
  id: 'testWebhook',
  method: 'post',
  path: `${path}/test`,
  summary: 'Send a test event',
  description:
    'Sends an event of the type `test` to this endpoint, at most 5 in a minute. The deliveries show its outcome. An endpoint that is ' +
    'paused or off receives it once it is on. Additive.',
  responses: {
    200: envelopeResponse('The test is waiting to be sent.', SentTest, {
      example: { deliveryId: webhookDeliveryExample.deliveryId },
    }),
  },
  errors: ['webhookNotFound'],
})

export const DeliveriesQuery = z.object({
  state: z.enum(['waiting', 'delivered', 'failed']).optional().describe('Deliveries in this state.'),
  limit: PageLimit,
  cursor: text(200).optional().describe('The nextCursor of the previous page.'),
})

export const listWebhookDeliveriesEndpoint = describeEndpoint({
  ...ofOne,
  id: 'listWebhookDeliveries',
  method: 'get',
  path: `${path}/deliveries`,
  summary: 'List the deliveries of a webhook endpoint',
  description: 'With every request that was sent, and the beginning of its response. Additive.',
  query: DeliveriesQuery,
  responses: {
    200: envelopeResponse('One page of deliveries.', WebhookDeliveryPage, {
      example: { deliveries: [webhookDeliveryExample], nextCursor: null },
    }),
  },
  errors: ['webhookNotFound'],
})

export const replayWebhookEndpoint = describeEndpoint({
  ...ofOne,
  id: 'replayWebhook',
  method: 'post',
  path: `${path}/replay`,
  summary: 'Replay deliveries',
  description:
    'Sends one delivery again, or all events since a time. Events keep their ids, so a receiver that ignores ids it has seen stays ' +
    'correct. If the request is interrupted, repeat it. In each process, one replay since a time runs for each client and one waits; ' +
    'more get `rateLimited`. Additive.',
  body: { schema: ReplayRequest, example: { deliveryId: webhookDeliveryExample.deliveryId } },
  responses: { 200: envelopeResponse('The deliveries are waiting again.', Replay, { example: { replayed: 1 } }) },
  errors: ['webhookNotFound', 'webhookDeliveryNotFound'],
})
