// Idempotency-Key: repeating a request returns its first response. Only responses of requests that created something are stored.
// Failed requests are not stored, so the key stays free. Without the header nothing changes.

import type { MiddlewareHandler } from 'hono'
import {
  claimKey,
  type IdempotencyDeps,
  releaseKey,
  type StoredResponse,
  storeResponse,
} from '../clients/idempotency-store.ts'
import { ApiError } from '../contract/errors.ts'
import { readText } from './read-request.ts'
import type { AppContext, AppEnv } from './request-context.ts'
import { sendText } from './responses.ts'

interface IdempotentRoute {
  /** Null: until the operator's retention period for the keys of executes has passed. */
  keepMs: number | null
  /** `nothing` is not stored. `requiredAction` (a code, a confirmation) is stored until a request with the code. */
  made(status: number, body: string): 'resource' | 'requiredAction' | 'nothing'
  /** The transfer in a response that is stored. */
  transferIn?(body: string): string | null
}

/** Mount after authentication. Throws `invalidField`, `idempotencyKeyReused`, `idempotencyKeyInUse`. */
export function idempotent(deps: IdempotencyDeps, route: IdempotentRoute): MiddlewareHandler<AppEnv> {
  return async (context, next) => {
    const key = context.req.header('idempotency-key')
    if (key === undefined) return next()
    if (!/^[\x20-\x7e]{1,255}$/.test(key)) {
      throw new ApiError('invalidField', { field: 'Idempotency-Key', problem: 'must be 1 to 255 printable characters' })
    }
    const claim = await claimKey(deps, {
      clientId: context.get('client').id,
      key,
      request: await requestText(context),
    })
    switch (claim.state) {
      case 'conflict':
        throw new ApiError('idempotencyKeyReused')
      case 'running':
        throw new ApiError('idempotencyKeyInUse')
      case 'completed':
        return replayed(context, claim.response)
      case 'claimed':
        await next()
    }
    const response = await toStoredResponse(context.res)
    const made = route.made(response.status, response.body)
    // The request has completed: a failure here may lose the replay, never the response.
    if (made === 'nothing') await releaseKey(deps, claim.key).catch(() => {})
    else
      await storeResponse(deps, claim.key, {
        response,
        options: {
          keepMs: route.keepMs,
          replaceable: made === 'requiredAction',
          transferId: route.transferIn?.(response.body) ?? null,
        },
      }).catch(() => {})
  }
}

async function requestText(context: AppContext): Promise<string> {
  const { pathname, search } = new URL(context.req.url)
  return [context.req.method, pathname, search, await readText(context)].join('\n')
}

async function toStoredResponse(response: Response): Promise<StoredResponse> {
  const body = await response.clone().text()
  return { status: response.status, type: response.headers.get('content-type') ?? '', body }
}

// The first response, except that the request id is that of this request, as in its header and in the log.
const ownId = /"(RequestId|requestId|instance)":"[^"]*"/

function replayed(context: AppContext, { status, type, body }: StoredResponse): Response {
  const text = body.replace(ownId, `"$1":"${context.get('requestId')}"`)
  return sendText(context, text, { status, headers: { 'Content-Type': type, 'Idempotent-Replayed': 'true' } })
}
