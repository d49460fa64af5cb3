import * as z from 'zod'
import { describeEndpoint, envelopeResponse } from '../../contract/endpoint.ts'
import { LinkTransfer, SolanaRequest } from '../../contract/wire/link-transfer.ts'
import { linkTransferExample } from '../../contract/wire/link-transfer-examples.ts'
import { text } from '../../contract/wire/request-text.ts'

const base = '/api/v1/link'
const { transferId } = linkTransferExample
const exampleHash = `0x${'5e'.repeat(32)}`
const exampleAccount = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM'
const exampleTransaction =
  'AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAAED'

export const SentBody = z.object({
  transferId: text(60).meta({ format: 'uuid', description: 'The transfer of the wallet request.' }),
  hash: text(100).describe('Transaction hash that the wallet returned.'),
})
export const DeclinedBody = z.object({
  transferId: text(60).meta({
    format: 'uuid',
    description: 'The transfer of the wallet request, or of the payment by link.',
  }),
})

export const reportSentEndpoint = describeEndpoint({
  id: 'reportSent',
  method: 'post',
  path: `${base}/wallet/sent`,
  tag: 'Link session',
  summary: 'Report a transaction that the wallet has sent',
  description:
    'Speeds up the search for the payment. The chain is searched without it too, and only the chain proves a payment.',
  security: 'session',
  body: { schema: SentBody, example: { transferId, hash: exampleHash } },
  responses: {
    200: envelopeResponse('The transfer as the chain shows it.', z.object({ transfer: LinkTransfer }), {
      example: {
        transfer: { ...linkTransferExample, hash: exampleHash, statusDetail: 'AwaitingConfirmation' },
      },
    }),
  },
  errors: ['transferNotFound'],
})

export const SignedBody = z.object({
  transferId: text(60).meta({ format: 'uuid', description: 'The transfer of the wallet request.' }),
  transaction: text(2_000).describe('The signed transaction in base64.'),
})

export const reportSignedEndpoint = describeEndpoint({
  id: 'reportSigned',
  method: 'post',
  path: `${base}/wallet/signed`,
  tag: 'Link session',
  summary: 'Submit a transaction that the wallet has signed',
  description:
    'Solana only, where this server broadcasts the transaction. The transaction is verified, stored and broadcast, repeatedly until ' +
    'it is confirmed or has expired. Repeating the request has no effect.',
  security: 'session',
  body: { schema: SignedBody, example: { transferId, transaction: exampleTransaction } },
  responses: {
    200: envelopeResponse(
      'The transfer as the chain shows it. With a `walletRequest`, nothing was sent because the signature arrived too late: request that signature from the wallet.',
      z.object({ transfer: LinkTransfer, walletRequest: SolanaRequest.nullable() }),
      {
        example: { transfer: { ...linkTransferExample, statusDetail: 'AwaitingConfirmation' }, walletRequest: null },
        more: {
          again: {
            transfer: { ...linkTransferExample, hash: '' },
            walletRequest: { chainId: 'solana:mainnet', from: exampleAccount, transaction: exampleTransaction },
          },
        },
      },
    ),
  },
  errors: ['transferNotFound', 'walletSignedOther', 'networkUnavailable', 'sendingPaused', 'destinationNotAllowed'],
})

export const reportDeclinedEndpoint = describeEndpoint({
  id: 'reportDeclined',
  method: 'post',
  path: `${base}/wallet/declined`,
  tag: 'Link session',
  summary: 'Report that the user declined in the wallet, or left a payment by link',
  description:
    'The preview remains valid. The chain is still watched: if the payment appears anyway, it is a transfer.',
  security: 'session',
  body: { schema: DeclinedBody, example: { transferId } },
  responses: {
    200: envelopeResponse(
      'Null, or the transfer if the payment is on the chain anyway.',
      z.object({ transfer: LinkTransfer.nullable() }),
      {
        example: { transfer: null },
        more: { underWay: { transfer: { ...linkTransferExample, hash: exampleHash } } },
      },
    ),
  },
  errors: ['transferNotFound'],
})
