import * as z from 'zod'
import { baseId, FiatAmount, Id, NumberAmount, Time } from './values.ts'

const NetworkReason = z
  .enum([
    'noTargetNetworkFound',
    'destinationIsOrigin',
    'refusedByInstitution',
    'withdrawHold',
    'noPrice',
    'balanceBelowMinimum',
    'gasFeeAssetBalanceNotEnough',
  ])
  .describe('Why this network cannot be used; absent when it can. Additive.')
const HoldingReason = z
  .enum([
    'noEligibleNetworks',
    'notSupportedForTransferByTarget',
    'destinationIsOrigin',
    'notSupportedForTransferBySource',
    'amountNotSufficient',
    'gasFeeAssetBalanceNotEnough',
    'withdrawHold',
    'noPrice',
  ])
  .describe('Why the asset cannot be sent; absent when it can. Additive.')

export const HoldingNetwork = z
  .object({
    name: z.string(),
    id: Id,
    minimumAmount: NumberAmount,
    maximumAmount: NumberAmount.describe('Leaves room for the fee, which is added to the amount.'),
    minimumAmountInFiat: FiatAmount,
    maximumAmountInFiat: FiatAmount.optional().describe('Absent if there is no price.'),
    totalEstimatedTransferFeeInFiat: FiatAmount,
    estimatedNetworkGasFee: z.object({ fee: NumberAmount, feeCurrency: z.string(), feeInFiat: FiatAmount }),
    institutionTransferFee: z.object({ fee: NumberAmount, feeInFiat: FiatAmount }),
    eligibleForTransfer: z.boolean(),
    ineligibilityReason: NetworkReason.optional(),
  })
  .meta({ id: 'HoldingNetwork' })

export const Holding = z
  .object({
    symbol: z.string(),
    availableBalance: NumberAmount,
    availableBalanceInFiat: FiatAmount,
    eligibleForTransfer: z.boolean().describe('True when one of its networks is eligible.'),
    ineligibilityReason: HoldingReason.optional(),
    networks: z.array(HoldingNetwork).describe('Every network that the exchange can send the asset on.'),
  })
  .meta({ id: 'Holding' })

export const Configured = z.object({
  status: z.literal('succeeded').describe('Failures are error responses.'),
  pricesAt: Time.describe('When the exchange returned the prices used for the fiat amounts. Additive.'),
  holdings: z.array(Holding).describe('Every holding of the account, including those that cannot be sent.'),
})

export const configuredExample: z.input<typeof Configured> = {
  status: 'succeeded',
  pricesAt: '2026-11-20T14:02:00.000Z',
  holdings: [
    {
      symbol: 'USDC',
      availableBalance: 20000.5,
      availableBalanceInFiat: 20000.5,
      eligibleForTransfer: true,
      networks: [
        {
          name: 'Base',
          id: baseId,
          minimumAmount: 1,
          maximumAmount: 20000.46,
          minimumAmountInFiat: 1,
          maximumAmountInFiat: 20000.46,
          totalEstimatedTransferFeeInFiat: 0.04,
          estimatedNetworkGasFee: { fee: 0.04, feeCurrency: 'USDC', feeInFiat: 0.04 },
          institutionTransferFee: { fee: 0, feeInFiat: 0 },
          eligibleForTransfer: true,
        },
      ],
    },
    {
      symbol: 'XMR',
      availableBalance: 42.5,
      availableBalanceInFiat: 6885,
      eligibleForTransfer: false,
      ineligibilityReason: 'noEligibleNetworks',
      networks: [],
    },
  ],
}
