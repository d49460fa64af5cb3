import * as z from 'zod'
import { describeEndpoint, envelopeResponse } from '../../contract/endpoint.ts'
import { accountErrors, exchangeErrors } from '../../contract/endpoint-errors.ts'
import { WireCodeKind } from '../../contract/wire/execute.ts'
import {
  accountExample,
  connectedExample,
  LinkAccount,
  LinkConnection,
  LinkIntegrations,
  linkIntegrationsExample,
  redirectExample,
  signInCodeRequiredExample,
  waitingExample,
} from '../../contract/wire/link-session.ts'
import { text, typedText } from '../../contract/wire/request-text.ts'

const base = '/api/v1/link'
const connectionId = 'From the response of connect.'

export const ConnectBody = z.object({
  type: text(50).describe('The integration.'),
  fields: z
    .record(text(50), typedText(2000))
    .describe('A value for each field of the integration. For a wallet: `address` and `walletName`.'),
  confirmByNumber: z
    .boolean()
    .optional()
    .describe(
      'Beside `redirect`: lets `redirectUrl` be opened in any browser, and not only by a page of this server. The caller then shows ' +
        'the `confirmationNumber` of the connection, and the user enters it in that browser.',
    ),
  confirmedAddress: text(60)
    .optional()
    .describe('For a wallet: its address, if the user has confirmed that it replaces the expected one.'),
})
export const CodeBody = z.object({ code: text(20).describe('Spaces and dashes are ignored.') })
export const ResendCodeBody = z.object({
  kind: WireCodeKind.optional().describe('Another method. Default: the same method.'),
})
export const TokenBody = z.object({
  accessToken: text(500).describe('An auth token that the site received earlier for this user.'),
  brokerType: text(50).describe('The integration of the account, from the same event as the token.'),
})

const signInErrors = [
  ...exchangeErrors,
  'signInRejected',
  'accountLocked',
  'missingExchangePermission',
  'keyAddressRefused',
  'serverAddressRefused',
  'keyNotFoundAtSite',
  'keyUsedElsewhere',
  'keyNeedsCodes',
  'codeWrong',
  'codeExpired',
  'codeLocked',
  'confirmationExpired',
  'confirmationDeclined',
  'rateLimited',
] as const

export const listLinkIntegrationsEndpoint = describeEndpoint({
  id: 'listLinkIntegrations',
  method: 'get',
  path: `${base}/integrations`,
  tag: 'Link session',
  summary: 'List integrations to connect',
  security: 'session',
  responses: {
    200: envelopeResponse('The integrations, with the fields that each requires.', LinkIntegrations, {
      example: linkIntegrationsExample,
    }),
  },
  errors: [],
})

export const connectAccountEndpoint = describeEndpoint({
  id: 'connectAccount',
  method: 'post',
  path: `${base}/connect`,
  tag: 'Link session',
  summary: 'Connect an account',
  description:
    '`connected`: authData is the payload of `brokerConnected`. `codeRequired`: submit the code. `waiting`: the user confirms the ' +
    'sign-in by e-mail or on a device. `redirect`: the user signs in at `redirectUrl`, in another window. In the last two states, poll ' +
    'the connection every two or three seconds. An app that opens `redirectUrl` in a browser sends `confirmByNumber`.',
  security: 'session',
  body: {
    schema: ConnectBody,
    example: { type: 'sandbox', fields: { username: 'user_good', password: 'pass_good' } },
  },
  responses: {
    200: envelopeResponse('The state of the connection.', LinkConnection, {
      example: connectedExample,
      more: { codeRequired: signInCodeRequiredExample, waiting: waitingExample, redirect: redirectExample },
    }),
  },
  errors: [...signInErrors, 'integrationUnknown', 'invalidAddress', 'addressChecksumFailed', 'otherWalletAccount'],
})

export const readConnectionEndpoint = describeEndpoint({
  id: 'readConnection',
  method: 'get',
  path: `${base}/connect/:connectionId`,
  tag: 'Link session',
  summary: 'Read whether a sign-in was confirmed',
  description:
    'After `waiting` or `redirect`. Once connected, the same response is returned for ten minutes, in case the first one was lost.',
  security: 'session',
  params: { connectionId },
  responses: {
    200: envelopeResponse('The state of the connection.', LinkConnection, {
      example: waitingExample,
      more: { connected: connectedExample },
    }),
  },
  errors: [...signInErrors, 'connectionNotFound'],
})

export const submitCodeEndpoint = describeEndpoint({
  id: 'submitCode',
  method: 'post',
  path: `${base}/connect/:connectionId/code`,
  tag: 'Link session',
  summary: 'Submit a code',
  security: 'session',
  params: { connectionId },
  body: { schema: CodeBody, example: { code: '123456' } },
  responses: {
    200: envelopeResponse('The state of the connection.', LinkConnection, {
      example: connectedExample,
      more: { codeRequired: signInCodeRequiredExample },
    }),
  },
  errors: [...signInErrors, 'connectionNotFound'],
})

export const resendCodeEndpoint = describeEndpoint({
  id: 'resendCode',
  method: 'post',
  path: `${base}/connect/:connectionId/resend`,
  tag: 'Link session',
  summary: 'Resend a code or confirmation request, or send the code by another method',
  security: 'session',
  params: { connectionId },
  body: { schema: ResendCodeBody, required: false, example: { kind: 'phone' } },
  responses: {
    200: envelopeResponse('The state of the connection, with the method used.', LinkConnection, {
      example: signInCodeRequiredExample,
      more: { waiting: waitingExample },
    }),
  },
  errors: [...signInErrors, 'connectionNotFound'],
})

export const openAccountEndpoint = describeEndpoint({
  id: 'openAccount',
  method: 'post',
  path: `${base}/accounts`,
  tag: 'Link session',
  summary: 'Continue with an account that is already connected',
  security: 'session',
  body: { schema: TokenBody, example: { accessToken: 'at-sandbox-EXAMPLE', brokerType: 'sandbox' } },
  responses: { 200: envelopeResponse('The account.', z.object({ account: LinkAccount }), { example: accountExample }) },
  errors: accountErrors,
})
