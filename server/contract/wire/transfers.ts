// Transfers on the additive endpoints that read them back.

import * as z from 'zod'
import { StatusDetail, TransferStatus } from './execute.ts'
import { baseId, exampleAddress, FiatAmount, Id, NumberAmount, Time, Url } from './values.ts'

const fields = {
  transferId: Id.describe('Credit the user once per `transferId`.'),
  previewId: Id.describe('The preview that was executed.'),
  status: TransferStatus.describe('`Succeeded` and `Failed` are final.'),
  statusDetail: StatusDetail,
  userId: z.string().describe('The client’s own identifier for the user.'),
  linkId: Id.nullable().describe('Null for a transfer of the server-side endpoints.'),
  transactionId: z.string().nullable().describe('The client’s reference, from the link.'),
  fromType: z.string().describe('The integration, or `DeFiWallet` for a wallet.'),
  fromAddress: z.string(),
  toAddress: z.string().describe('The destination. EVM addresses have their checksum: compare them without case.'),
  addressTag: z.string().describe('Memo or destination tag, empty for none.'),
  hash: z.string().describe('Empty until known.'),
  networkId: Id,
  networkName: z.string(),
  symbol: z.string(),
  amount: NumberAmount.describe('What arrives at the destination. Fees are not included. Read it with every digit.'),
  amountInFiat: FiatAmount,
  networkGasFee: NumberAmount,
  networkGasFeeCurrency: z.string().describe('The asset itself, or the network’s native coin for a wallet.'),
  institutionTransferFee: NumberAmount,
  totalTransferFeeInFiat: FiatAmount,
  confirmations: z.int().describe('How many blocks confirm the payment. Its own block is the first.'),
  requiredConfirmations: z.int().describe('How many confirmations the network requires.'),
  createdAt: Time,
  updatedAt: Time,
}

export const ListedTransfer = z.object(fields).meta({ id: 'Transfer' })

export const TransferPage = z.object({
  transfers: z.array(ListedTransfer).describe('Newest first.'),
  nextCursor: z.string().nullable().describe('For the next page; null on the last one.'),
})

export const TimelineEvent = z
  .object({
    n: z.int().describe('Numbered from 1 without gaps.'),
    at: Time,
    kind: z
      .string()
      .describe(
        'created, codeRequired, codeEntered, codeRefused, accepted, unknown, notFound, found, feeSettled, sent, confirming, reorganised, ' +
          'replaced, succeeded, rejected, notSent, attentionRequired, resolvedByOperator, acknowledgedByOperator; of wallets declined, dropped, seenAgain, ' +
          'reverted, replacedByOther, notThis, ambiguous, superseded, watchEnded; more may be added.',
      ),
    detail: z.record(z.string(), z.union([z.string(), z.number()])),
    previousHash: z.string().describe('The hash of the previous event, empty for the first.'),
    hash: z.string().describe('SHA-256 of this event and the previous hash.'),
  })
  .meta({ id: 'TimelineEvent' })

export const DetailedTransfer = z
  .object({
    ...fields,
    message: z.string().nullable().describe('Why it failed, as a sentence; null unless it did.'),
    explorerUrl: Url.nullable().describe('The transaction in a block explorer; null until there is a hash.'),
    timeline: z.array(TimelineEvent),
  })
  .meta({ id: 'TransferWithTimeline' })

const listed: z.input<typeof ListedTransfer> = {
  transferId: 'c9a1f0d3-52b5-4e1c-9c0e-6f0a7a2b8d41',
  previewId: '0b8f3c5e-6f51-4d0f-9a53-2f1f4c2d7e10',
  status: 'Succeeded',
  statusDetail: 'Succeeded',
  userId: 'user-1',
  linkId: null,
  transactionId: null,
  fromType: 'sandbox',
  fromAddress: '0x5B38Da6a701c568545dCfcB03FcB875f56beddC4',
  toAddress: exampleAddress,
  addressTag: '',
  hash: '0x4f1d0e6b8c2a7395d1c4b8f00a6e2d97b35c8e14f7a09d6b2c3e5f8a1b7d9c02',
  networkId: baseId,
  networkName: 'Base',
  symbol: 'USDC',
  amount: 12.345678,
  amountInFiat: 12.35,
  networkGasFee: 0.04,
  networkGasFeeCurrency: 'USDC',
  institutionTransferFee: 0,
  totalTransferFeeInFiat: 0.04,
  confirmations: 3,
  requiredConfirmations: 3,
  createdAt: '2026-11-20T14:02:00.000Z',
  updatedAt: '2026-11-20T14:02:04.000Z',
}
export const pageExample: z.input<typeof TransferPage> = { transfers: [listed], nextCursor: null }
export const detailedExample: z.input<typeof DetailedTransfer> = {
  ...listed,
  message: null,
  explorerUrl: `http://localhost:4000/sandbox/explorer/${baseId}/tx/${listed.hash}`,
  timeline: [
    {
      n: 1,
      at: '2026-11-20T14:02:00.000Z',
      kind: 'created',
      detail: {},
      previousHash: '',
      hash: '7d1a54127b222502f5b79b5fb0803061152a44f92b37e23c6527baf665d4da9a',
    },
    {
      n: 2,
      at: '2026-11-20T14:02:00.412Z',
      kind: 'accepted',
      detail: {},
      previousHash: '7d1a54127b222502f5b79b5fb0803061152a44f92b37e23c6527baf665d4da9a',
      hash: 'b1e2f2c0f4e56d0a2f0a0c7cf4c1d9d8a2c4b6e80f1133557799bbddff002244',
    },
  ],
}
