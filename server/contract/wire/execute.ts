// The answer of execute, with the spec's names, misspelling included.

import * as z from 'zod'
import { Fee } from './preview.ts'
import { baseId, exampleAddress, FiatAmount, Id, NumberAmount } from './values.ts'

export const TransferStatus = z.enum(['Pending', 'Succeeded', 'Failed'])
export const StatusDetail = z
  .enum(['Pending', 'Unknown', 'AwaitingConfirmation', 'Succeeded', 'Rejected', 'NotSent', 'Canceled', 'Returned'])
  .describe('`Unknown` is not failure: the exchange’s answer was lost and is being asked for. Do not send again.')

export const TransferResult = z
  .object({
    TransferId: Id,
    Status: TransferStatus,
    StatusDetail,
    FromAddress: z.string(),
    ToAddress: z.string(),
    AddressTag: z.string().describe('Additive.'),
    Hash: z.string().describe('Transaction hash, empty until it is known.'),
    NetworkId: Id,
    Symbol: z.string(),
    Amount: NumberAmount,
    AmountInFiat: FiatAmount,
    NetworkName: z.string(),
    CompletedConfirmations: z.int(),
    InstitutionTransferFee: Fee,
    NetworkGasFee: Fee,
    TotalTrasferFeeFiat: FiatAmount,
  })
  .meta({ id: 'TransferResult' })

export const CodeKind = z.enum(['totp', 'phone', 'email'])

export const ExecuteAnswer = z
  .object({
    Status: z
      .enum([
        'Succeeded',
        'Failed',
        'MfaRequired',
        'MfaFailed',
        'EmailConfirmationRequired',
        'DeviceConfirmationRequired',
        'AddressWhitelistRequired',
        'TravelRuleRequired',
      ])
      .describe('`Succeeded`: the instruction was given, see TransferResult for how it goes on.'),
    ErrorMessage: z.string().nullable(),
    TransferResult: TransferResult.nullable().describe('Null unless a transfer was created.'),
    MfaType: CodeKind.optional().describe('Beside MfaRequired and MfaFailed. Additive.'),
    MfaAttemptsLeft: z.int().optional().describe('Beside MfaRequired and MfaFailed. Additive.'),
    ErrorType: z.string().optional().describe('Additive, absent on success.'),
    RequestId: Id.optional().describe('Additive, absent on success.'),
  })
  .meta({ id: 'ExecuteAnswer' })

const transferExample: z.input<typeof TransferResult> = {
  TransferId: 'c9a1f0d3-52b5-4e1c-9c0e-6f0a7a2b8d41',
  Status: 'Pending',
  StatusDetail: 'Pending',
  FromAddress: '0x5B38Da6a701c568545dCfcB03FcB875f56beddC4',
  ToAddress: exampleAddress,
  AddressTag: '',
  Hash: '',
  NetworkId: baseId,
  Symbol: 'USDC',
  Amount: 12.345678,
  AmountInFiat: 12.35,
  NetworkName: 'Base',
  CompletedConfirmations: 0,
  InstitutionTransferFee: { Fee: 0, FeeCurrency: null, FeeInFiat: 0 },
  NetworkGasFee: { Fee: 0.04, FeeCurrency: 'USDC', FeeInFiat: 0.04 },
  TotalTrasferFeeFiat: 0.04,
}
const requestId = '5f3c1a52-8a0e-4f0f-9d3e-0c6b7f1d2a44'

export const executeExamples: Record<string, z.input<typeof ExecuteAnswer>> = {
  succeeded: { Status: 'Succeeded', ErrorMessage: null, TransferResult: transferExample },
  mfaRequired: {
    Status: 'MfaRequired',
    ErrorMessage: 'Enter the code from your authenticator app to send.',
    TransferResult: null,
    MfaType: 'totp',
    MfaAttemptsLeft: 5,
    ErrorType: 'mfaRequired',
    RequestId: requestId,
  },
  mfaFailed: {
    Status: 'MfaFailed',
    ErrorMessage: 'The code is not correct. 4 tries left.',
    TransferResult: null,
    MfaType: 'totp',
    MfaAttemptsLeft: 4,
    ErrorType: 'mfaCodeWrong',
    RequestId: requestId,
  },
}
export const rejectedExample: z.input<typeof ExecuteAnswer> = {
  Status: 'Failed',
  ErrorMessage: 'Sandbox Exchange refused the transfer. The funds are still in the account.',
  TransferResult: { ...transferExample, Status: 'Failed', StatusDetail: 'Rejected' },
  ErrorType: 'exchangeRejected',
  RequestId: requestId,
}
