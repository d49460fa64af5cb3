// The response of preview, with the spec's names and misspelling.

import * as z from 'zod'
import { quotedActions } from '../success-errors.ts'
import { ErrorDetails, errorTypeIn } from './error-details.ts'
import { baseId, exampleAddress, FiatAmount, Id, NumberAmount } from './values.ts'

export const Fee = z
  .object({ Fee: NumberAmount, FeeCurrency: z.string().nullable(), FeeInFiat: FiatAmount })
  .meta({ id: 'Fee', description: 'No fee is `{"Fee":0,"FeeCurrency":null,"FeeInFiat":0}`.' })

const UserStep = z
  .object({ ErrorType: errorTypeIn(quotedActions), ErrorMessage: z.string(), ErrorData: ErrorDetails })
  .meta({ id: 'UserStep', description: 'As in execute.' })

export const PreviewResult = z
  .object({
    PreviewId: Id.describe('For execute, before it expires.'),
    ExpiresIn: z.int().describe('Lifetime of the preview in seconds, from its creation.'),
    FromAddress: z.string().describe('Empty if the exchange does not state its sending address.'),
    ToAddress: z.string(),
    AddressTag: z.string().describe('Memo or destination tag, empty for none. Additive.'),
    ContractAddress: z.string().describe('Empty for a native coin.'),
    NetworkId: Id,
    Symbol: z.string(),
    Amount: NumberAmount,
    AmountInFiat: FiatAmount,
    NetworkName: z.string(),
    EstimatedTime: z.number().describe('In seconds.'),
    InstitutionTransferFee: Fee,
    EstimatedNetworkGasFee: Fee,
    TotalTrasferFeeInFiat: FiatAmount,
    FeeIsEstimate: z.boolean().describe('Whether the network fee is known only after sending. Additive.'),
    UserStep: UserStep.nullable().describe(
      'An action that the exchange is known to require of the user before it sends. Execute then requires it. Additive.',
    ),
  })
  .meta({ id: 'PreviewResult' })

export const PreviewResponse = z.object({
  Status: z.literal('Succeeded'),
  ErrorMessage: z.null(),
  PreviewResult,
})

export const previewExample: z.input<typeof PreviewResponse> = {
  Status: 'Succeeded',
  ErrorMessage: null,
  PreviewResult: {
    PreviewId: '0b8f3c5e-6f51-4d0f-9a53-2f1f4c2d7e10',
    ExpiresIn: 300,
    FromAddress: '0x5B38Da6a701c568545dCfcB03FcB875f56beddC4',
    ToAddress: exampleAddress,
    AddressTag: '',
    ContractAddress: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
    NetworkId: baseId,
    Symbol: 'USDC',
    Amount: 12.345678,
    AmountInFiat: 12.35,
    NetworkName: 'Base',
    EstimatedTime: 20,
    InstitutionTransferFee: { Fee: 0, FeeCurrency: null, FeeInFiat: 0 },
    EstimatedNetworkGasFee: { Fee: 0.04, FeeCurrency: 'USDC', FeeInFiat: 0.04 },
    TotalTrasferFeeInFiat: 0.04,
    FeeIsEstimate: false,
    UserStep: null,
  },
}
