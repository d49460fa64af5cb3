// What the hosted UI is told of holdings, previews and transfers: camelCase, amounts as decimal text.

import * as z from 'zod'
import { CodeKind, StatusDetail, TransferStatus } from './execute.ts'
import { baseId, exampleAddress, Id, TextAmount, TextFiat, Time, Url } from './values.ts'

const ineligible = {
  eligibleForTransfer: z.boolean(),
  ineligibilityReason: z.string().nullable(),
  ineligibilityText: z.string().nullable().describe('The reason as a sentence for the user.'),
}

export const LinkHoldingNetwork = z
  .object({
    id: Id,
    name: z.string(),
    ...ineligible,
    minimumAmount: TextAmount,
    maximumAmount: TextAmount,
    minimumAmountInFiat: TextFiat,
    maximumAmountInFiat: TextFiat,
    fee: TextAmount,
    feeSymbol: z.string(),
    feeInFiat: TextFiat,
    exchangeFee: TextAmount,
    exchangeFeeInFiat: TextFiat,
    decimals: z.int(),
    price: TextAmount.nullable().describe('One token in US dollars.'),
    estimatedSeconds: z.number(),
  })
  .meta({ id: 'LinkHoldingNetwork' })

export const LinkHolding = z
  .object({
    symbol: z.string(),
    name: z.string(),
    availableBalance: TextAmount,
    availableBalanceInFiat: TextFiat,
    ...ineligible,
    networks: z.array(LinkHoldingNetwork),
  })
  .meta({ id: 'LinkHolding' })

export const LinkHoldings = z.object({ status: z.literal('succeeded'), holdings: z.array(LinkHolding) })

export const LinkFee = z
  .object({ fee: TextAmount, feeCurrency: z.string().nullable(), feeInFiat: TextFiat })
  .meta({ id: 'LinkFee' })

const TokenAmount = z.object({ symbol: z.string(), amount: TextAmount })

export const LinkPreview = z
  .object({
    previewId: Id,
    expiresIn: z.number().describe('In seconds.'),
    fromName: z.string(),
    toAddress: z.string(),
    addressTag: z.string(),
    contractAddress: z.string(),
    networkId: Id,
    networkName: z.string(),
    symbol: z.string(),
    amount: TextAmount,
    amountInFiat: TextFiat,
    estimatedTime: z.number().describe('In seconds.'),
    networkFee: LinkFee,
    exchangeFee: LinkFee,
    totalFeeInFiat: TextFiat,
    totalDeducted: z.array(TokenAmount).describe('What leaves the account, fees included.'),
    recipientReceives: TokenAmount,
  })
  .meta({ id: 'LinkPreview' })

export const LinkTransfer = z
  .object({
    transferId: Id,
    status: TransferStatus,
    statusDetail: StatusDetail,
    message: z.string().nullable(),
    fromName: z.string(),
    fromAddress: z.string(),
    toAddress: z.string(),
    addressTag: z.string(),
    hash: z.string(),
    explorerUrl: Url.nullable(),
    networkId: Id,
    networkName: z.string(),
    symbol: z.string(),
    amount: TextAmount,
    amountInFiat: TextFiat,
    networkFee: LinkFee,
    exchangeFee: LinkFee,
    confirmations: z.int(),
    requiredConfirmations: z.int(),
    estimatedSeconds: z.number(),
    createdAt: Time,
    updatedAt: Time,
    timeline: z.array(z.object({ at: Time, kind: z.string() })),
  })
  .meta({ id: 'LinkTransfer' })

export const LinkExecution = z
  .object({
    outcome: z.enum(['succeeded', 'failed', 'mfaRequired', 'mfaFailed']),
    errorType: z.string().nullable(),
    message: z.string().nullable(),
    mfaType: CodeKind.nullable(),
    attemptsLeft: z.int().nullable(),
    transfer: LinkTransfer.nullable(),
  })
  .meta({ id: 'LinkExecution' })

const noFee: z.input<typeof LinkFee> = { fee: '0', feeCurrency: null, feeInFiat: '0' }
const networkFee: z.input<typeof LinkFee> = { fee: '0.04', feeCurrency: 'USDC', feeInFiat: '0.04' }
const terms = {
  fromName: 'Sandbox Exchange',
  toAddress: exampleAddress,
  addressTag: '',
  networkId: baseId,
  networkName: 'Base',
  symbol: 'USDC',
  amount: '10.5',
  amountInFiat: '10.5',
  networkFee,
  exchangeFee: noFee,
}

export const linkHoldingsExample: z.input<typeof LinkHoldings> = {
  status: 'succeeded',
  holdings: [
    {
      symbol: 'USDC',
      name: 'USD Coin',
      availableBalance: '20000.5',
      availableBalanceInFiat: '20000.5',
      eligibleForTransfer: true,
      ineligibilityReason: null,
      ineligibilityText: null,
      networks: [
        {
          id: baseId,
          name: 'Base',
          eligibleForTransfer: true,
          ineligibilityReason: null,
          ineligibilityText: null,
          minimumAmount: '1',
          maximumAmount: '20000.46',
          minimumAmountInFiat: '1',
          maximumAmountInFiat: '20000.46',
          fee: '0.04',
          feeSymbol: 'USDC',
          feeInFiat: '0.04',
          exchangeFee: '0',
          exchangeFeeInFiat: '0',
          decimals: 6,
          price: '1',
          estimatedSeconds: 20,
        },
      ],
    },
  ],
}

export const linkPreviewExample: z.input<typeof LinkPreview> = {
  previewId: '0b8f3c5e-6f51-4d0f-9a53-2f1f4c2d7e10',
  expiresIn: 300,
  ...terms,
  contractAddress: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  estimatedTime: 20,
  totalFeeInFiat: '0.04',
  totalDeducted: [{ symbol: 'USDC', amount: '10.54' }],
  recipientReceives: { symbol: 'USDC', amount: '10.5' },
}

export const linkTransferExample: z.input<typeof LinkTransfer> = {
  transferId: 'c9a1f0d3-52b5-4e1c-9c0e-6f0a7a2b8d41',
  status: 'Pending',
  statusDetail: 'Pending',
  message: null,
  ...terms,
  fromAddress: '0x5B38Da6a701c568545dCfcB03FcB875f56beddC4',
  hash: '',
  explorerUrl: null,
  confirmations: 0,
  requiredConfirmations: 3,
  estimatedSeconds: 20,
  createdAt: '2026-11-20T14:02:00.000Z',
  updatedAt: '2026-11-20T14:02:00.000Z',
  timeline: [{ at: '2026-11-20T14:02:00.000Z', kind: 'created' }],
}

export const sentExample: z.input<typeof LinkExecution> = {
  outcome: 'succeeded',
  errorType: null,
  message: null,
  mfaType: null,
  attemptsLeft: null,
  transfer: linkTransferExample,
}
export const codeWantedExample: z.input<typeof LinkExecution> = {
  outcome: 'mfaRequired',
  errorType: 'mfaRequired',
  message: 'Enter the code from your authenticator app to send.',
  mfaType: 'totp',
  attemptsLeft: 5,
  transfer: null,
}
