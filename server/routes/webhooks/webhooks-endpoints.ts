import * as z from 'zod'
import { describeEndpoint, envelopeResponse } from '../../contract/endpoint.ts'
import {
  CreatedWebhook,
  NewWebhook,
  RotatedWebhookSecret,
  Webhook,
  WebhookChanges,
  WebhookList,
  webhookExample,
  webhookSecretExample,
} from '../../contract/wire/webhooks.ts'

const path = '/api/v1/webhooks/endpoints'
const shared = { tag: 'Webhooks', security: 'client' } as const
const ofOne = { ...shared, params: { id: 'The id of the endpoint.' } } as const

export const createWebhookEndpoint = describeEndpoint({
  ...shared,
  id: 'createWebhook',
  method: 'post',
  path,
  summary: 'Create a webhook endpoint',
  description:
    'Registers a URL of your server. While it is on, events are sent to it at least once, as Standard Webhooks. Those of a transfer ' +
    'are first sent in order. The secret verifies their signature and is not returned again. Additive.',
  body: { schema: NewWebhook, example: { url: webhookExample.url, types: webhookExample.types } },
  responses: {
    200: envelopeResponse('The endpoint and its secret.', CreatedWebhook, {
      example: { ...webhookExample, secret: webhookSecretExample },
    }),
  },
  errors: ['webhookUrlRefused', 'tooManyWebhooks'],
})

export const listWebhooksEndpoint = describeEndpoint({
  ...shared,
  id: 'listWebhooks',
  method: 'get',
  path,
  summary: 'List webhook endpoints',
  description: 'All endpoints of this client. Additive.',
  responses: { 200: envelopeResponse('The endpoints.', WebhookList, { example: { endpoints: [webhookExample] } }) },
  errors: [],
})

export const readWebhookEndpoint = describeEndpoint({
  ...ofOne,
  id: 'readWebhook',
  method: 'get',
  path: `${path}/:id`,
  summary: 'Read a webhook endpoint',
  description: 'An endpoint of another client is reported as not found. Additive.',
  responses: { 200: envelopeResponse('The endpoint.', Webhook, { example: webhookExample }) },
  errors: ['webhookNotFound'],
})

export const changeWebhookEndpoint = describeEndpoint({
  ...ofOne,
  id: 'changeWebhook',
  method: 'patch',
  path: `${path}/:id`,
  summary: 'Change, pause or resume a webhook endpoint',
  description: 'Changes the fields in the body, and no others. Additive.',
  body: { schema: WebhookChanges, example: { state: 'paused' } },
  responses: {
    200: envelopeResponse('The endpoint.', Webhook, {
      example: { ...webhookExample, state: 'paused', stateReason: 'client' },
    }),
  },
  errors: ['webhookNotFound', 'webhookUrlRefused'],
})

export const deleteWebhookEndpoint = describeEndpoint({
  ...ofOne,
  id: 'deleteWebhook',
  method: 'delete',
  path: `${path}/:id`,
  summary: 'Delete a webhook endpoint',
  description:
    'Deletes the endpoint with its deliveries and their log. The event list still has their events. Additive.',
  responses: { 200: envelopeResponse('The endpoint is deleted.', z.null(), { example: null }) },
  errors: ['webhookNotFound'],
})

export const rotateWebhookSecretEndpoint = describeEndpoint({
  ...ofOne,
  id: 'rotateWebhookSecret',
  method: 'post',
  path: `${path}/:id/rotate-secret`,
  summary: 'Rotate the secret of a webhook endpoint',
  description:
    'Returns a new secret. Requests are signed with both secrets for 24 hours. A secret that was replaced before no longer signs. ' +
    'Additive.',
  responses: {
    200: envelopeResponse('The new secret.', RotatedWebhookSecret, {
      example: { secret: webhookSecretExample, oldSecretValidUntil: '2026-11-21T14:00:00.000Z' },
    }),
  },
  errors: ['webhookNotFound'],
})
