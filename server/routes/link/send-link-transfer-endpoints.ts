import * as z from 'zod'
import { describeEndpoint, envelopeResponse } from '../../contract/endpoint.ts'
import { exchangeErrors, restrictionErrors, sendableErrors, walletErrors } from '../../contract/endpoint-errors.ts'
import { resendableActions } from '../../contract/success-errors.ts'
import { errorTypeIn } from '../../contract/wire/error-details.ts'
import { Extra, WireCodeKind } from '../../contract/wire/execute.ts'
import { LinkExecution, LinkHoldings, LinkPreview } from '../../contract/wire/link-transfer.ts'
import {
  codeRequiredExample,
  confirmationRequiredExample,
  linkHoldingsExample,
  linkPreviewExample,
  sentExample,
  travelRuleRequiredExample,
  walletRequiredExample,
} from '../../contract/wire/link-transfer-examples.ts'
import { text } from '../../contract/wire/request-text.ts'
import { baseId } from '../../contract/wire/values.ts'

const base = '/api/v1/link'
const exampleAccount = '2f6f2f0a-7c7e-4b1b-8b73-94f1d3b5a0c7'
const { previewId } = linkPreviewExample

export const HoldingsQuery = z.object({
  accountId: text(60).describe('An account of this session.'),
  select: z
    .enum(['true', 'false'])
    .optional()
    .describe(
      '`false`: only read the account. Default: the user has chosen the account, and a resumed session continues with it.',
    ),
})
export const PreviewBody = z.object({
  accountId: text(60).describe('An account of this session.'),
  networkId: text(60).describe('Network of one of the link’s destinations.'),
  symbol: text(20).describe('Token of one of the link’s destinations on this network.'),
  amount: text(90).describe('Decimal text.'),
  address: text(200)
    .optional()
    .describe('One of the link’s destinations for the asset on this network. Default: the first one.'),
})
export const ExecuteBody = z.object({
  previewId: text(60).meta({ format: 'uuid', description: 'From the preview.' }),
  code: text(40).optional().describe('The code that the exchange requires, after mfaRequired.'),
  extra: Extra.optional(),
})
export const ResendToUserBody = z.object({
  previewId: text(60).meta({ format: 'uuid', description: 'From the preview.' }),
  kind: WireCodeKind.optional().describe('Another method for the code. Default: the same method.'),
})

/** The codes and confirmations that an exchange can request again. */
const ResentAction = LinkExecution.extend({ errorType: errorTypeIn(resendableActions).nullable(), transfer: z.null() })

const sendErrors = [
  ...exchangeErrors,
  ...sendableErrors,
  ...walletErrors,
  'transfersNotEnabled',
  'accountNotFound',
] as const

export const listHoldingsEndpoint = describeEndpoint({
  id: 'listHoldings',
  method: 'get',
  path: `${base}/holdings`,
  tag: 'Link session',
  summary: 'List what can be sent from an account',
  security: 'session',
  query: HoldingsQuery,
  responses: { 200: envelopeResponse('Every holding of the account.', LinkHoldings, { example: linkHoldingsExample }) },
  errors: [
    ...exchangeErrors,
    ...restrictionErrors,
    'networkUnavailable',
    'transfersNotEnabled',
    'accountNotFound',
    'integrationNotSupported',
  ],
})

export const previewLinkTransferEndpoint = describeEndpoint({
  id: 'previewLinkTransfer',
  method: 'post',
  path: `${base}/preview`,
  tag: 'Link session',
  summary: 'Preview a transfer to one of the link’s destinations',
  security: 'session',
  body: {
    schema: PreviewBody,
    example: { accountId: exampleAccount, networkId: baseId, symbol: 'USDC', amount: '10.5' },
  },
  responses: {
    200: envelopeResponse('The proposed transfer.', z.object({ preview: LinkPreview }), {
      example: {
        preview: linkPreviewExample,
      },
    }),
  },
  errors: [...sendErrors, 'toAddressNotConfigured', 'invalidAmount', 'assetNotEligible', 'noPrice'],
})

export const executeLinkTransferEndpoint = describeEndpoint({
  id: 'executeLinkTransfer',
  method: 'post',
  path: `${base}/execute`,
  tag: 'Link session',
  summary: 'Execute a previewed transfer',
  description:
    'Returns 200 unless the transfer could not be attempted. An action that the exchange requires of the user does not use up the ' +
    'preview and does not extend it: execute it again after the action. While a confirmation or a saved address is pending, you can ' +
    'repeat the request every two or three seconds: it checks with the exchange first and sends nothing. For a wallet, the response ' +
    'is `walletRequired` with the request for the wallet. Report its result by `wallet/sent` or `wallet/declined`.',
  security: 'session',
  body: { schema: ExecuteBody, example: { previewId } },
  responses: {
    200: envelopeResponse('The transfer, or the action that is required first.', LinkExecution, {
      example: sentExample,
      more: {
        codeRequired: codeRequiredExample,
        confirmationRequired: confirmationRequiredExample,
        travelRuleRequired: travelRuleRequiredExample,
        walletRequired: walletRequiredExample,
      },
    }),
  },
  errors: [
    ...sendErrors,
    'invalidPreviewId',
    'previewNotFound',
    'previewExpired',
    'sendingPaused',
    'noPrice',
    'previewChanged',
    'duplicateTransferInProgress',
    'walletMayHaveSent',
    'walletOwnershipRequired',
    'invalidMfaCodeFormat',
    'mfaLocked',
    'extraInvalid',
  ],
})

export const resendToUserEndpoint = describeEndpoint({
  id: 'resendToUser',
  method: 'post',
  path: `${base}/execute/resend`,
  tag: 'Link session',
  summary: 'Resend the code or the confirmation request of a transfer',
  description: 'The exchange sends it by the same method or by another. Nothing is executed.',
  security: 'session',
  body: { schema: ResendToUserBody, example: { previewId, kind: 'phone' } },
  responses: {
    200: envelopeResponse('The action that is required now.', ResentAction, {
      example: { ...codeRequiredExample, transfer: null },
      more: { confirmationRequired: { ...confirmationRequiredExample, transfer: null } },
    }),
  },
  errors: [
    ...exchangeErrors,
    'transfersNotEnabled',
    'accountNotFound',
    'invalidPreviewId',
    'previewNotFound',
    'previewExpired',
    'nothingToResend',
  ],
})
