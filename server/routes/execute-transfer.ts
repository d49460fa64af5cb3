// POST /api/v1/transfers/managed/execute. No envelope.

import type { Hono } from 'hono'
import * as z from 'zod'
import { accountFromToken } from '../accounts/accounts.ts'
import { ApiError } from '../contract/errors.ts'
import { isUuid } from '../contract/ids.ts'
import { clientOnly } from '../http/authenticate.ts'
import { idempotent } from '../http/idempotency-key.ts'
import { refuseGetWithBody, refuseOtherMethods } from '../http/methods.ts'
import { answerAs } from '../http/middleware.ts'
import { readBody, text } from '../http/read-request.ts'
import type { AppContext, AppEnv } from '../http/request-context.ts'
import { executeTransfer } from '../transfers/execute.ts'
import type { ExecuteResult } from '../transfers/send-withdrawal.ts'
import type { RouteDeps } from './route-deps.ts'
import { transferToWire } from './transfer-wire.ts'

const path = '/api/v1/transfers/managed/execute'
const Body = z.object({
  fromAuthToken: text(500),
  fromType: text(50),
  previewId: text(60),
  mfaCode: text(40).nullable().optional(),
})

/** A transfer, also a refused one; a question for a code; or a refusal that made nothing. */
function madeBy(status: number, body: string): 'something' | 'question' | 'nothing' {
  const { TransferResult } = JSON.parse(body) as { TransferResult?: unknown }
  if (TransferResult !== null && TransferResult !== undefined) return 'something'
  return status === 200 ? 'question' : 'nothing'
}

export function mountExecuteTransfer(app: Hono<AppEnv>, deps: RouteDeps): void {
  app.use(path, answerAs('execute'))
  refuseGetWithBody(app, path)
  app.post(path, clientOnly(deps), idempotent(deps, { keepMs: null, made: madeBy }), async (context) => {
    const body = await readBody(context, Body)
    if (!isUuid(body.previewId)) throw new ApiError('invalidPreviewId', { field: 'previewId' })
    const client = context.get('client')
    const account = await accountFromToken(deps, client.id, body.fromAuthToken, body.fromType)
    const result = await executeTransfer(deps, {
      clientId: client.id,
      accountId: account.id,
      sessionId: null,
      previewId: body.previewId,
      mfaCode: body.mfaCode ?? null,
      linkId: null,
      transactionId: null,
    })
    return executeAnswer(context, result)
  })
  refuseOtherMethods(app, path, ['POST'])
}

const words = { succeeded: 'Succeeded', failed: 'Failed', mfaRequired: 'MfaRequired', mfaFailed: 'MfaFailed' } as const

function executeAnswer(context: AppContext, result: ExecuteResult): Response {
  const Status = words[result.outcome]
  if (result.outcome === 'mfaRequired' || result.outcome === 'mfaFailed') {
    const { error, method, attemptsLeft } = result
    const mfa = { MfaType: method, MfaAttemptsLeft: attemptsLeft }
    return context.json({
      Status,
      ErrorMessage: error.message,
      TransferResult: null,
      ...mfa,
      ErrorType: error.type,
      RequestId: context.get('requestId'),
    })
  }
  if (result.replayed) context.header('Idempotent-Replayed', 'true')
  const TransferResult = transferToWire(result.transfer)
  if (result.outcome === 'succeeded') return context.json({ Status, ErrorMessage: null, TransferResult })
  const { error, replayed } = result
  const body = {
    Status,
    ErrorMessage: error.message,
    TransferResult,
    ErrorType: error.type,
    RequestId: context.get('requestId'),
  }
  return context.json(body, replayed ? 200 : 422)
}
