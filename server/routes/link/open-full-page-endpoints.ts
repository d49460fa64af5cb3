import * as z from 'zod'
import { describeEndpoint, envelopeResponse } from '../../contract/endpoint.ts'
import { LinkTransfer } from '../../contract/wire/link-transfer.ts'
import { linkTransferExample } from '../../contract/wire/link-transfer-examples.ts'
import { baseId } from '../../contract/wire/values.ts'
import { PreviewBody } from './send-link-transfer-endpoints.ts'

const path = '/api/v1/link/full-page'

export const FullPageBody = z.object({
  transfer: PreviewBody.omit({ address: true })
    .optional()
    .describe('The transfer under review. The full page previews it again and shows its review.'),
})
const FullPage = z.object({
  url: z.string().describe('Can be opened once, with the account of this session.'),
  expiresIn: z.int().describe('Seconds until the URL expires.'),
  returnCode: z
    .string()
    .describe(
      'An auth_code that opens the link here again, once, after the full page was opened. It ends the session of the full page.',
    ),
})
const FullPageState = z.object({
  state: z
    .enum(['notOpened', 'open', 'ended'])
    .describe('`ended`: the user left the full page, or its session has expired. A transfer that was sent continues.'),
  transfer: LinkTransfer.nullable().describe('The newest transfer that was sent there.'),
})

export const openFullPageEndpoint = describeEndpoint({
  id: 'openFullPage',
  method: 'post',
  path,
  tag: 'Link session',
  summary: 'Continue on a full page',
  description:
    'Returns the URL of the link’s full page with a new one-time code. Opening it moves the session there: the session token used ' +
    'here then only reads which transfer is sent there, with `GET` of the same path.',
  security: 'session',
  body: {
    schema: FullPageBody,
    example: {
      transfer: {
        accountId: '2f6f2f0a-7c7e-4b1b-8b73-94f1d3b5a0c7',
        networkId: baseId,
        symbol: 'USDC',
        amount: '10.5',
      },
    },
  },
  responses: {
    200: envelopeResponse('The URL of the full page.', FullPage, {
      example: {
        url: 'https://transfer.example/7d0f2f6e-51b7-4b0e-9f2e-5b3d3c1f0a01/broker-connect?auth_code=ac-sandbox-EXAMPLE',
        expiresIn: 120,
        returnCode: 'ac-sandbox-EXAMPLE',
      },
    }),
  },
  errors: ['accountNotFound', 'reconnectRequired', 'toAddressNotConfigured', 'invalidAmount'],
})

export const followFullPageEndpoint = describeEndpoint({
  id: 'followFullPage',
  method: 'get',
  path,
  tag: 'Link session',
  summary: 'Read what was sent on the full page',
  description:
    'The token of a session that moved to a full page can only use this endpoint and end its session, during its original lifetime.',
  security: 'session',
  responses: {
    200: envelopeResponse('The state of the full page.', FullPageState, {
      example: {
        state: 'open',
        transfer: linkTransferExample,
      },
    }),
  },
  errors: [],
})
