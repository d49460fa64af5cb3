import * as z from 'zod'
import { describeEndpoint, envelopeResponse, textResponse } from '../../contract/endpoint.ts'
import { LinkTransfer } from '../../contract/wire/link-transfer.ts'
import { linkTransferExample, replacedExample, revertedExample } from '../../contract/wire/link-transfer-examples.ts'

const streamExample = `event: transfer\ndata: ${JSON.stringify(linkTransferExample)}\nid: 1\n\n`

export const readLinkTransferEndpoint = describeEndpoint({
  id: 'readLinkTransfer',
  method: 'get',
  path: '/api/v1/link/transfer/:id',
  tag: 'Link session',
  summary: 'Read a transfer of this user',
  security: 'session',
  params: { id: 'The transferId.' },
  responses: {
    200: envelopeResponse('The transfer.', z.object({ transfer: LinkTransfer }), {
      example: { transfer: linkTransferExample },
      more: { reverted: { transfer: revertedExample }, replaced: { transfer: replacedExample } },
    }),
  },
  errors: ['transferNotFound'],
})

export const followLinkTransferEndpoint = describeEndpoint({
  id: 'followLinkTransfer',
  method: 'get',
  path: '/api/v1/link/transfer/:id/events',
  tag: 'Link session',
  summary: 'Follow a transfer as an event stream',
  description:
    'An event named `transfer` for every change. Its data is the transfer as `GET /api/v1/link/transfer/{id}` returns it. A session ' +
    'may have four open streams.',
  security: 'session',
  params: { id: 'The transferId.' },
  responses: {
    200: textResponse(
      'The stream. It ends when the transfer has ended, or after two minutes.',
      'text/event-stream',
      streamExample,
    ),
  },
  errors: ['transferNotFound', 'tooManyStreams'],
})
