// The response of execute, with the spec's names and misspelling.

import * as z from 'zod'
import { requiredActions } from '../success-errors.ts'
import { ErrorDetails, errorTypeIn } from './error-details.ts'
import { Fee } from './preview.ts'
import { text, typedText } from './request-text.ts'
import { baseId, exampleAddress, FiatAmount, Id, NumberAmount } from './values.ts'

export const TransferStatus = z.enum(['Pending', 'Succeeded', 'Failed'])
export const StatusDetail = z
  .enum(['Pending', 'Unknown', 'AwaitingConfirmation', 'Succeeded', 'Rejected', 'NotSent', 'Canceled', 'Returned'])
  .describe(
    '`Unknown` is not a failure: the response of the exchange was lost, and the outcome is being checked. Do not send again.',
  )

export const TransferResult = z
  .object({
    TransferId: Id,
    Status: TransferStatus,
    StatusDetail,
    FromAddress: z.string(),
    ToAddress: z.string(),
    AddressTag: z.string().describe('Memo or destination tag, empty for none. Additive.'),
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

export const WireCodeKind = z.enum(['totp', 'phone', 'email'])
export const CodeMethod = z.object({
  kind: WireCodeKind,
  to: z.string().describe('Masked receiver, empty for an authenticator.'),
})

export const WireExtraField = z
  .object({
    name: z.string(),
    label: z.string().describe('In English. Pages translate the names that they know.'),
    kind: z.enum(['text', 'select', 'country', 'checkbox']),
    required: z.boolean(),
    requiredIf: z
      .object({ field: z.string(), value: z.string() })
      .nullable()
      .describe('Required if that field has this value. With any other value, hide it: its value is ignored.'),
    options: z
      .array(z.object({ value: z.string(), label: z.string() }))
      .describe('Options of a select, otherwise empty.'),
    maxLength: z.int().nullable().describe('Maximum length of a text, otherwise null.'),
  })
  .meta({ id: 'ExtraField', description: 'Information that the exchange must request by law before it sends.' })
export const extraFieldExample: z.input<typeof WireExtraField> = {
  name: 'recipientCountry',
  label: 'Country of the recipient',
  kind: 'country',
  required: true,
  requiredIf: null,
  options: [],
  maxLength: null,
}

/** Values by field name. They are validated where the fields are known, with an error for each field. */
export const Extra = z
  .record(text(60), typedText(500))
  .describe(
    'After TravelRuleRequired: a value for each field, as text. `true` for a checkbox, ISO 3166-1 alpha-2 for a country. Additive.',
  )

const NamedField = z.object({
  Name: z.string(),
  Label: z.string(),
  Kind: WireExtraField.shape.kind,
  Required: z.boolean(),
  RequiredIf: z
    .object({ Field: z.string(), Value: z.string() })
    .nullable()
    .describe('Required if that field has this value. With any other value, this field is ignored.'),
  Options: z.array(z.object({ Value: z.string(), Label: z.string() })),
  MaxLength: z.int().nullable(),
})

export const ExecuteResponse = z
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
      .describe('`Succeeded`: the transfer was submitted. TransferResult contains its progress.'),
    ErrorMessage: z.string().nullable(),
    TransferResult: TransferResult.nullable().describe('Null unless a transfer was created.'),
    MfaType: WireCodeKind.optional().describe('With MfaRequired and MfaFailed. Additive.'),
    MfaAttemptsLeft: z.int().optional().describe('With MfaRequired and MfaFailed. Additive.'),
    MfaMethods: z
      .array(z.object({ Kind: WireCodeKind, To: z.string() }))
      .optional()
      .describe('With MfaRequired and MfaFailed, if the exchange states it. Additive.'),
    ExtraFields: z
      .array(NamedField)
      .optional()
      .describe('With TravelRuleRequired: the fields that `extra` must contain. Additive.'),
    ErrorType: errorTypeIn(requiredActions).optional().describe('Additive, absent on success.'),
    ErrorData: ErrorDetails.optional().describe('The values in the sentence. Additive, absent on success.'),
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

export const executeExamples: Record<string, z.input<typeof ExecuteResponse>> = {
  succeeded: { Status: 'Succeeded', ErrorMessage: null, TransferResult: transferExample },
  mfaRequired: {
    Status: 'MfaRequired',
    ErrorMessage: 'Enter the code from your authenticator app to send.',
    TransferResult: null,
    MfaType: 'totp',
    MfaAttemptsLeft: 5,
    MfaMethods: [{ Kind: 'totp', To: '' }],
    ErrorType: 'mfaRequired',
    ErrorData: { name: 'Sandbox Exchange', method: 'totp', place: 'your authenticator app' },
    RequestId: requestId,
  },
  mfaFailed: {
    Status: 'MfaFailed',
    ErrorMessage: 'The code is not correct. 4 tries left.',
    TransferResult: null,
    MfaType: 'totp',
    MfaAttemptsLeft: 4,
    ErrorType: 'mfaCodeWrong',
    ErrorData: { name: 'Sandbox Exchange', method: 'totp', attemptsLeft: 4 },
    RequestId: requestId,
  },
  mfaCodeExpired: {
    Status: 'MfaFailed',
    ErrorMessage: 'The code has expired. Enter the latest one.',
    TransferResult: null,
    MfaType: 'totp',
    MfaAttemptsLeft: 4,
    ErrorType: 'mfaCodeExpired',
    ErrorData: { name: 'Sandbox Exchange', method: 'totp', attemptsLeft: 4 },
    RequestId: requestId,
  },
  emailConfirmationRequired: {
    Status: 'EmailConfirmationRequired',
    ErrorMessage: 'Confirm the transfer in the e-mail from Sandbox Exchange.',
    TransferResult: null,
    ErrorType: 'emailConfirmationRequired',
    ErrorData: { name: 'Sandbox Exchange', sentTo: 'u•••@example.com', url: 'http://localhost:4002/outbox' },
    RequestId: requestId,
  },
  deviceConfirmationRequired: {
    Status: 'DeviceConfirmationRequired',
    ErrorMessage: 'Approve the transfer in the Sandbox Exchange app on your device.',
    TransferResult: null,
    ErrorType: 'deviceConfirmationRequired',
    ErrorData: { name: 'Sandbox Exchange', device: 'Pixel 9', url: 'http://localhost:4002/approvals' },
    RequestId: requestId,
  },
  addressWhitelistRequired: {
    Status: 'AddressWhitelistRequired',
    ErrorMessage: `Sandbox Exchange sends only to saved addresses. Save ${exampleAddress} at Sandbox Exchange first.`,
    TransferResult: null,
    ErrorType: 'addressWhitelistRequired',
    ErrorData: {
      name: 'Sandbox Exchange',
      address: exampleAddress,
      addressTag: '',
      network: 'Base',
      symbol: 'USDC',
      url: 'http://localhost:4002/addresses',
    },
    RequestId: requestId,
  },
  travelRuleRequired: {
    Status: 'TravelRuleRequired',
    ErrorMessage: 'Sandbox Exchange is required by law to request more information about this transfer.',
    TransferResult: null,
    ExtraFields: [
      {
        Name: 'recipientCountry',
        Label: 'Country of the recipient',
        Kind: 'country',
        Required: true,
        RequiredIf: null,
        Options: [],
        MaxLength: null,
      },
    ],
    ErrorType: 'travelRuleRequired',
    ErrorData: { name: 'Sandbox Exchange' },
    RequestId: requestId,
  },
}
export const rejectedExample: z.input<typeof ExecuteResponse> = {
  Status: 'Failed',
  ErrorMessage: 'Sandbox Exchange refused the transfer. The funds are still in the account.',
  TransferResult: { ...transferExample, Status: 'Failed', StatusDetail: 'Rejected' },
  ErrorType: 'exchangeRejected',
  ErrorData: { name: 'Sandbox Exchange', detail: '', exchangeCode: 'rejected', reason: 'other' },
  RequestId: requestId,
}
