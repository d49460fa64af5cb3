import type * as z from 'zod'
import { extraFieldExample } from './execute.ts'
import type { LinkExecution, LinkFee, LinkHoldings, LinkPreview, LinkTransfer } from './link-transfer.ts'
import { markExample } from './mark.ts'
import { baseId, exampleAddress } from './values.ts'

const noFee: z.input<typeof LinkFee> = { fee: '0', feeCurrency: null, feeInFiat: '0' }
const networkFee: z.input<typeof LinkFee> = { fee: '0.04', feeCurrency: 'USDC', feeInFiat: '0.04' }
const terms = {
  fromName: 'Sandbox Exchange',
  toAddress: exampleAddress,
  addressTag: '',
  networkId: baseId,
  networkName: 'Base',
  simulated: false,
  symbol: 'USDC',
  mark: markExample,
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
      mark: markExample,
      availableBalance: '20000.5',
      availableBalanceInFiat: '20000.5',
      eligibleForTransfer: true,
      ineligibilityReason: null,
      ineligibilityText: null,
      ineligibilityData: {},
      networks: [
        {
          id: baseId,
          name: 'Base',
          mark: { letter: 'B', color: '#0052ff' },
          simulated: false,
          eligibleForTransfer: true,
          ineligibilityReason: null,
          ineligibilityText: null,
          ineligibilityData: {},
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
  fromAddress: '',
  contractAddress: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  estimatedTime: 20,
  totalFeeInFiat: '0.04',
  feeIsEstimate: false,
  userStep: null,
  totalDeducted: [{ symbol: 'USDC', amount: '10.54' }],
  recipientReceives: { symbol: 'USDC', amount: '10.5' },
  wallet: null,
}

export const linkTransferExample: z.input<typeof LinkTransfer> = {
  transferId: 'c9a1f0d3-52b5-4e1c-9c0e-6f0a7a2b8d41',
  linkId: '8f0c1c0a-3f8e-4a86-9c9a-0d7d5c1d0f55',
  previewId: '0b8f3c5e-6f51-4d0f-9a53-2f1f4c2d7e10',
  transactionId: 'order-1',
  status: 'Pending',
  statusDetail: 'Pending',
  message: null,
  errorType: null,
  errorData: {},
  ...terms,
  fromAddress: '0x5B38Da6a701c568545dCfcB03FcB875f56beddC4',
  hash: '',
  explorerUrl: null,
  confirmations: 0,
  requiredConfirmations: 3,
  provedBy: null,
  provableBy: null,
  estimatedSeconds: 20,
  createdAt: '2026-11-20T14:02:00.000Z',
  updatedAt: '2026-11-20T14:02:00.000Z',
  timeline: [{ at: '2026-11-20T14:02:00.000Z', kind: 'created' }],
}

const failed = { status: 'Failed', hash: `0x${'5e'.repeat(32)}`, fromName: 'Browser wallet 0x5B38…ddC4' } as const
export const revertedExample: z.input<typeof LinkTransfer> = {
  ...linkTransferExample,
  ...failed,
  statusDetail: 'Rejected',
  message: 'The network rejected the transaction. The amount is still in the wallet, but the network fee was paid.',
  errorType: 'walletReverted',
  errorData: { name: 'Browser wallet 0x5B38…ddC4' },
}
export const replacedExample: z.input<typeof LinkTransfer> = {
  ...linkTransferExample,
  ...failed,
  statusDetail: 'Canceled',
  message: 'The wallet sent another transaction in place of this one. Nothing arrived.',
  errorType: 'walletReplaced',
  errorData: { name: 'Browser wallet 0x5B38…ddC4' },
}

const emptyExecution = {
  errorType: null,
  errorData: {},
  message: null,
  mfaType: null,
  attemptsLeft: null,
  codeLength: null,
  codeSentTo: null,
  codeMethods: null,
  fields: null,
  walletRequest: null,
  transfer: null,
}
export const sentExample: z.input<typeof LinkExecution> = {
  ...emptyExecution,
  outcome: 'succeeded',
  transfer: linkTransferExample,
}
export const codeRequiredExample: z.input<typeof LinkExecution> = {
  ...emptyExecution,
  outcome: 'mfaRequired',
  errorType: 'mfaRequired',
  errorData: { name: 'Sandbox Exchange', method: 'totp', place: 'your authenticator app' },
  message: 'Enter the code from your authenticator app to send.',
  mfaType: 'totp',
  attemptsLeft: 5,
  codeLength: 6,
  codeSentTo: '',
  codeMethods: [
    { kind: 'totp', to: '' },
    { kind: 'phone', to: '•••• 4321' },
  ],
}
export const confirmationRequiredExample: z.input<typeof LinkExecution> = {
  ...emptyExecution,
  outcome: 'emailConfirmationRequired',
  errorType: 'emailConfirmationRequired',
  errorData: { name: 'Sandbox Exchange', sentTo: 'u•••@example.com' },
  message: 'Confirm the transfer in the e-mail from Sandbox Exchange.',
}
export const travelRuleRequiredExample: z.input<typeof LinkExecution> = {
  ...emptyExecution,
  outcome: 'travelRuleRequired',
  errorType: 'travelRuleRequired',
  errorData: { name: 'Sandbox Exchange' },
  message: 'Sandbox Exchange is required by law to request more information about this transfer.',
  fields: [extraFieldExample],
}
export const walletRequiredExample: z.input<typeof LinkExecution> = {
  ...emptyExecution,
  outcome: 'walletRequired',
  walletRequest: {
    chainId: '0x3670eb92',
    from: '0x5B38Da6a701c568545dCfcB03FcB875f56beddC4',
    to: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
    data: '0xa9059cbb000000000000000000000000a38f54bf7d4a991dc7bd3b8cfad5c54d557d4e610000000000000000000000000000000000000000000000000000000000a037a0',
    value: '0x0',
    gas: '0xfde8',
  },
  transfer: { ...linkTransferExample, fromName: 'Browser wallet 0x5B38…ddC4' },
}
