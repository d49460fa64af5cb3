import type { Context } from 'hono'
import { routePath } from 'hono/route'
import type { Client } from '../clients/clients.ts'
import type { ResponseShape } from '../contract/endpoint.ts'
import type { ErrorType } from '../contract/errors.ts'
import type { LinkSession, OpenOrMovedSession } from '../links/sessions.ts'
import type { ErrorUrl } from './error-urls.ts'

interface RequestVariables {
  requestId: string
  /** The caller's address; '' without a socket. */
  address: string
  shape: ResponseShape
  errorUrl: ErrorUrl
  /** Headers of every response to this request, errors included. */
  headers: Record<string, string>
  /** The response that already has these headers. */
  response: Response
  /** Set if the response is an error. */
  errorType: ErrorType
  client: Client
  session: LinkSession
  openOrMovedSession: OpenOrMovedSession
}

export interface AppEnv {
  Variables: RequestVariables
}

export type AppContext = Context<AppEnv>

/** The pattern of the matched route, or `none`. */
export function patternOf(context: AppContext): string {
  const route = routePath(context, -1)
  return route === '*' || route === '/*' || route === '/api/*' ? 'none' : route
}
