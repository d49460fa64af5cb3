// Requests and responses of the two endpoints that create links.

import * as z from 'zod'
import { describeEndpoint, envelopeResponse } from '../contract/endpoint.ts'
import { accountErrors, toAddressesErrors } from '../contract/endpoint-errors.ts'
import { destinationExample, ToAddresses } from '../contract/wire/destinations.ts'
import { CreatedLink, CreatedLinkToken, linkExample, linkTokenExample, TokenDelivery } from '../contract/wire/links.ts'
import { text } from '../contract/wire/request-text.ts'
import { requestNumber } from '../contract/wire/values.ts'

const flags = ['true', 'false'] as const

// The handler checks the values, so that each has its own error type. `isRequired`: the document states it.
export const LinkQuery = z.object({
  userId: z
    .string()
    .optional()
    .meta({ minLength: 1, maxLength: 300, isRequired: true, description: 'The client’s own identifier for the user.' }),
  callbackUrl: z.string().optional().meta({
    format: 'uri',
    description:
      'One of the registered callback URLs, in exactly the registered spelling. Optional if exactly one is registered.',
  }),
  enableTransfers: z
    .string()
    .optional()
    .meta({ enum: flags, description: 'Must be `true` for a link that supports transfers.' }),
})

export const LinkBody = z.object({
  FromAuthToken: text(500)
    .nullable()
    .optional()
    .describe('auth_token of an account that this user has connected: the flow starts at asset choice.'),
  FromType: text(50)
    .nullable()
    .optional()
    .describe('`DeFiWallet` for a self-custody wallet, otherwise an integration. Required with FromAuthToken.'),
  ToAddresses,
  Symbol: text(20)
    .nullable()
    .optional()
    .describe(
      'With Amount or AmountInFiat: what is sent is fixed. Optional if all destinations are for one token. Additive.',
    ),
  Amount: requestNumber('Fixes the amount, in token units; not beside AmountInFiat. Additive.').optional(),
  AmountInFiat: requestNumber(
    'Fixes what is sent in US dollars: of Symbol, or else of whatever the user chooses. Additive.',
  ).optional(),
  TransactionId: text(128)
    .nullable()
    .optional()
    .describe('The app’s reference. Events, transfers and lists contain it. Additive.'),
  TokenDelivery,
})

export const LinkTokenBody = z.object({
  userId: z.string().meta({ minLength: 1, maxLength: 300, description: 'The client’s own identifier for the user.' }),
  callbackUrl: z.string().optional().meta({ format: 'uri', description: 'Optional if exactly one is registered.' }),
  transferOptions: z
    .object({
      toAddresses: ToAddresses,
      amountInFiat: requestNumber(
        'Fixes what is sent in US dollars: of symbol, or else of whatever the user chooses.',
      ).optional(),
      symbol: text(20).nullable().optional().describe('Optional if all destinations are for one token.'),
      transactionId: text(128)
        .nullable()
        .optional()
        .describe('The app’s reference. Events, transfers and lists contain it.'),
      tokenDelivery: TokenDelivery,
    })
    .nullable()
    .optional()
    .describe('Without it the link only connects an account.'),
  tokenDelivery: TokenDelivery,
})

const linkErrors = [
  ...accountErrors,
  ...toAddressesErrors,
  'invalidUserId',
  'callbackUrlMissing',
  'callbackUrlInvalid',
  'callbackUrlNotRegistered',
  'invalidFixedAmount',
  'invalidAmount',
  'amountPrecision',
  'idempotencyKeyReused',
  'idempotencyKeyInUse',
] as const

const idempotencyKey = { 'Idempotency-Key': 'Repeating the request with the same key returns the first response.' }

export const createLinkEndpoint = describeEndpoint({
  id: 'createLink',
  method: 'post',
  path: '/api/v1/cataloglink',
  tag: 'Links',
  summary: 'Create a link URL',
  description:
    'The URLs are valid for 600 seconds and can be opened once. The destinations define what can be received. Without ' +
    '`enableTransfers=true` the link only connects an account.',
  security: 'client',
  headers: idempotencyKey,
  query: LinkQuery,
  body: { schema: LinkBody, required: false, example: { ToAddresses: [destinationExample] } },
  responses: { 200: envelopeResponse('The link.', CreatedLink, { example: linkExample }) },
  errors: [...linkErrors, 'invalidEnableTransfers', 'transfersNotEnabled'],
})

export const createConnectLinkEndpoint = describeEndpoint({
  id: 'createConnectLink',
  method: 'get',
  path: '/api/v1/cataloglink',
  tag: 'Links',
  summary: 'Create a link that connects an account',
  description:
    'Without a body, as published clients expect. The link only connects an account, even with `enableTransfers=true`, because ' +
    'it has no addresses. A GET with a body is refused: use POST. HEAD is not supported, because a GET creates a link.',
  security: 'client',
  headers: idempotencyKey,
  query: LinkQuery,
  responses: { 200: envelopeResponse('The link.', CreatedLink, { example: linkExample }) },
  errors: [
    'invalidUserId',
    'callbackUrlMissing',
    'callbackUrlInvalid',
    'callbackUrlNotRegistered',
    'invalidEnableTransfers',
    'methodNotAllowed',
    'idempotencyKeyReused',
    'idempotencyKeyInUse',
  ],
})

export const createLinkTokenEndpoint = describeEndpoint({
  id: 'createLinkToken',
  method: 'post',
  path: '/api/v1/linktoken',
  tag: 'Links',
  summary: 'Create a link token',
  description: 'The same as a link, returned as the iFrameUrl in base64. Additive.',
  security: 'client',
  headers: idempotencyKey,
  body: {
    schema: LinkTokenBody,
    example: { userId: 'user-1', transferOptions: { toAddresses: [destinationExample], transactionId: 'order-42' } },
  },
  responses: { 200: envelopeResponse('The token.', CreatedLinkToken, { example: linkTokenExample }) },
  errors: linkErrors,
})
