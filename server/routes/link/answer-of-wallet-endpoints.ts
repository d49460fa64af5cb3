import * as z from 'zod'
import { describeEndpoint, envelopeAnswer } from '../../contract/endpoint.ts'
import { LinkTransfer } from '../../contract/wire/link-transfer.ts'
import { linkTransferExample } from '../../contract/wire/link-transfer-examples.ts'
import { text } from '../../contract/wire/request-text.ts'

const base = '/api/v1/link'
const { transferId } = linkTransferExample
const exampleHash = `0x${'5e'.repeat(32)}`

export const SentBody = z.object({
  transferId: text(60).meta({ format: 'uuid' }),
  hash: text(100).describe('Of the transaction, as the wallet tells it.'),
})
export const DeclinedBody = z.object({ transferId: text(60).meta({ format: 'uuid' }) })

export const noteSentEndpoint = describeEndpoint({
  id: 'noteSent',
  method: 'post',
  path: `${base}/wallet/sent`,
  tag: 'Link session',
  summary: 'Tell that the wallet has sent',
  description: 'A hint of where to look: the chain alone says what happened, and without a hint it is searched.',
  security: 'session',
  body: { schema: SentBody, example: { transferId, hash: exampleHash } },
  answers: {
    200: envelopeAnswer('The transfer as the chain shows it.', z.object({ transfer: LinkTransfer }), {
      transfer: { ...linkTransferExample, hash: exampleHash, statusDetail: 'AwaitingConfirmation' },
    }),
  },
  errors: ['transferNotFound'],
})

export const noteDeclinedEndpoint = describeEndpoint({
  id: 'noteDeclined',
  method: 'post',
  path: `${base}/wallet/declined`,
  tag: 'Link session',
  summary: 'Tell that the wallet’s owner said no',
  description:
    'The preview is as good as before. The chain is watched on: if the payment appears all the same, it is a transfer.',
  security: 'session',
  body: { schema: DeclinedBody, example: { transferId } },
  answers: {
    200: envelopeAnswer(
      'Null, or the transfer when it is under way all the same.',
      z.object({ transfer: LinkTransfer.nullable() }),
      { transfer: null },
      { more: { underWay: { transfer: { ...linkTransferExample, hash: exampleHash } } } },
    ),
  },
  errors: ['transferNotFound'],
})
