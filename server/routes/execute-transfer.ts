// POST /api/v1/transfers/managed/execute. No envelope.

import type { Hono } from 'hono'
import * as z from 'zod'
import { accountFromToken } from '../accounts/accounts.ts'
import { describeEndpoint, jsonResponse } from '../contract/endpoint.ts'
import { accountErrors, exchangeErrors, sendableErrors } from '../contract/endpoint-errors.ts'
import { ApiError } from '../contract/errors.ts'
import { isUuid } from '../contract/ids.ts'
import { ExecuteResponse, Extra, executeExamples, rejectedExample } from '../contract/wire/execute.ts'
import { text } from '../contract/wire/request-text.ts'
import { exampleToken } from '../contract/wire/values.ts'
import { wantsProblem } from '../http/accept.ts'
import { clientOnly } from '../http/authenticate.ts'
import { problemBody } from '../http/error-bodies.ts'
import { idempotent } from '../http/idempotency-key.ts'
import { refuseGetWithBody, refuseOtherMethods } from '../http/methods.ts'
import { readBody } from '../http/read-request.ts'
import type { AppContext, AppEnv } from '../http/request-context.ts'
import { sendJson } from '../http/responses.ts'
import { executeSpan, inSpan } from '../log/spans.ts'
import { executeTransfer } from '../transfers/execute.ts'
import type { WaitingResult } from '../transfers/required-action.ts'
import type { ExecuteResult } from '../transfers/send-withdrawal.ts'
import type { RouteDeps } from './route-deps.ts'
import { transferToWire } from './transfer-wire.ts'

const Body = z.object({
  fromAuthToken: text(500).describe('auth_token of the origin account.'),
  fromType: text(50).describe('Exchange integration identifier.'),
  previewId: text(60).meta({ format: 'uuid', description: 'From the preview.' }),
  mfaCode: text(40).nullable().optional().describe('The code that the exchange requires, after MfaRequired.'),
  extra: Extra.nullable().optional(),
})

export const executeTransferEndpoint = describeEndpoint({
  id: 'executeTransfer',
  method: 'post',
  path: '/api/v1/transfers/managed/execute',
  tag: 'Transfers',
  summary: 'Execute a previewed transfer',
  description:
    'Instructs the exchange to perform the transfer, at most once. The same previewId never creates a second transfer: later ' +
    'requests return the first one. If the response of the exchange is lost, the transfer is `Pending` with StatusDetail `Unknown`. ' +
    'MfaRequired, MfaFailed and the confirmation statuses do not use up the preview and do not extend it. Repeat the request with ' +
    'the same previewId before it expires, with `mfaCode` or `extra` if required. No envelope.',
  security: 'client',
  shape: 'execute',
  headers: { 'Idempotency-Key': 'Repeating the request with the same key returns the first response.' },
  body: {
    schema: Body,
    example: {
      fromAuthToken: exampleToken,
      fromType: 'sandbox',
      previewId: '0b8f3c5e-6f51-4d0f-9a53-2f1f4c2d7e10',
    },
  },
  responses: {
    200: jsonResponse(
      'The exchange was instructed, now or before, or an action of the user is required.',
      ExecuteResponse,
      {
        examples: executeExamples,
        headers: { 'Idempotent-Replayed': '`true` if an earlier request created the transfer.' },
      },
    ),
  },
  errors: [
    ...accountErrors,
    ...exchangeErrors,
    ...sendableErrors,
    'invalidPreviewId',
    'previewNotFound',
    'previewExpired',
    'sendingPaused',
    'destinationCoolingDown',
    'noPrice',
    'previewChanged',
    'duplicateTransferInProgress',
    'invalidMfaCodeFormat',
    'mfaLocked',
    'extraInvalid',
    'idempotencyKeyReused',
    'idempotencyKeyInUse',
  ],
  // A transfer that was created and failed returns 422 with its TransferResult, for any reason and on every request.
  errorsAt: {
    status: 422,
    errors: ['exchangeRejected', 'reconnectRequired', 'transferNotSent', 'transferReturned'],
    examples: { rejected: rejectedExample },
  },
})

/** A transfer (possibly rejected), a required action of the user, or an error without a transfer. */
function madeBy(status: number, body: string): 'resource' | 'requiredAction' | 'nothing' {
  if (transferIn(body) !== null) return 'resource'
  return status === 200 ? 'requiredAction' : 'nothing'
}

function transferIn(body: string): string | null {
  const { TransferResult } = JSON.parse(body) as { TransferResult?: { TransferId: string } | null }
  return TransferResult?.TransferId ?? null
}

export function mountExecuteTransfer(app: Hono<AppEnv>, deps: RouteDeps): void {
  const { path } = executeTransferEndpoint
  refuseGetWithBody(app, path)
  app.post(path, clientOnly(deps), idempotent(deps, { keepMs: null, made: madeBy, transferIn }), async (context) => {
    const body = await readBody(context, Body)
    if (!isUuid(body.previewId)) throw new ApiError('invalidPreviewId', { field: 'previewId' })
    const client = context.get('client')
    const bearer = { clientId: client.id, userId: null }
    const account = await accountFromToken(deps, bearer, { token: body.fromAuthToken, type: body.fromType })
    const request = {
      clientId: client.id,
      accountId: account.id,
      account,
      sessionId: null,
      previewId: body.previewId,
      mfaCode: body.mfaCode ?? null,
      extra: body.extra ?? {},
      linkId: null,
      transactionId: null,
    }
    const result = await inSpan(executeSpan, () => executeTransfer(deps, request))
    return executeResponse(context, deps, result)
  })
  refuseOtherMethods(app, path, ['POST'])
}

const words = {
  ordered: 'Succeeded',
  failed: 'Failed',
  mfaRequired: 'MfaRequired',
  mfaFailed: 'MfaFailed',
  emailConfirmationRequired: 'EmailConfirmationRequired',
  deviceConfirmationRequired: 'DeviceConfirmationRequired',
  addressWhitelistRequired: 'AddressWhitelistRequired',
  travelRuleRequired: 'TravelRuleRequired',
} as const

/** Details of the required action, besides its status. */
function requiredActionFields(deps: RouteDeps, result: WaitingResult) {
  if ('method' in result) {
    const { method, methods, attemptsLeft } = result
    const MfaMethods = methods.map(({ kind, to }) => ({ Kind: kind, To: to }))
    return { MfaType: method, MfaAttemptsLeft: attemptsLeft, MfaMethods }
  }
  if (result.outcome !== 'travelRuleRequired') return {}
  const fields = deps.exchanges.byType(result.exchangeType)?.extraFields ?? []
  const ExtraFields = fields.map(({ name, label, kind, required, requiredIf, options, maxLength }) => ({
    Name: name,
    Label: label,
    Kind: kind,
    Required: required,
    RequiredIf: requiredIf === undefined ? null : { Field: requiredIf.field, Value: requiredIf.value },
    Options: options.map((option) => ({ Value: option.value, Label: option.label })),
    MaxLength: maxLength,
  }))
  return { ExtraFields }
}

function executeResponse(context: AppContext, deps: RouteDeps, result: ExecuteResult): Response {
  const Status = words[result.outcome]
  if (!('transfer' in result)) {
    const { error } = result
    return sendJson(context, {
      Status,
      ErrorMessage: error.message,
      TransferResult: null,
      ...requiredActionFields(deps, result),
      ErrorType: error.type,
      ErrorData: error.data,
      RequestId: context.get('requestId'),
    })
  }
  const headers: Record<string, string> = result.replayed ? { 'Idempotent-Replayed': 'true' } : {}
  const TransferResult = transferToWire(result.transfer)
  if (result.outcome === 'ordered') {
    return sendJson(context, { Status, ErrorMessage: null, TransferResult }, { status: 200, headers })
  }
  return failedResponse(context, result.error, { TransferResult, headers })
}

/** A transfer that was created and failed. Every request returns the same error. */
function failedResponse(
  context: AppContext,
  error: ApiError,
  { TransferResult, headers }: { TransferResult: ReturnType<typeof transferToWire>; headers: Record<string, string> },
): Response {
  // If the exchange reports that the terms changed, the status is 409. Any other rejection is 422.
  const status = error.type === 'previewChanged' ? 409 : 422
  const RequestId = context.get('requestId')
  if (wantsProblem(context.req.header('accept'))) {
    const body = {
      ...problemBody(error, { requestId: RequestId, errorUrl: context.get('errorUrl'), more: { TransferResult } }),
      status,
    }
    return sendJson(context, body, { status, headers: { ...headers, 'Content-Type': 'application/problem+json' } })
  }
  const { type: ErrorType, message: ErrorMessage, data: ErrorData } = error
  const body = { Status: words.failed, ErrorMessage, TransferResult, ErrorType, ErrorData, RequestId }
  return sendJson(context, body, { status, headers })
}
