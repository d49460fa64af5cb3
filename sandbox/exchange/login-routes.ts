import { setTimeout as pause } from 'node:timers/promises'
import type { Exchange } from './exchange-context.ts'
import { json, type Route, type RouteResponse, route } from './http.ts'
import { findLogin } from './logins.ts'
import { text } from './read-order.ts'

export function loginRoutes({ sessions, slowMs }: Exchange): Route[] {
  const signIn = async (body: Record<string, unknown>): Promise<RouteResponse> => {
    const username = text(body, 'username')
    const login = findLogin(username)
    if (login?.isDown === true) return { ...json({}), isLost: true }
    if (login?.isSlow === true) await pause(slowMs)
    return json(sessions.signIn(username, text(body, 'password')))
  }
  return [
    route('POST /v1/login', ({ body }) => signIn(body)),
    route('POST /v1/login/code', ({ body }) => json(sessions.enterCode(text(body, 'challengeId'), text(body, 'code')))),
    route('POST /v1/login/challenge/:id/method', ({ params, body }) =>
      json(sessions.chooseMethod(params.id ?? '', text(body, 'kind'))),
    ),
    route('GET /v1/login/challenge/:id', ({ params }) => json(sessions.pollApproval(params.id ?? ''))),
    route('POST /v1/login/challenge/:id/resend', ({ params }) => json(sessions.resendApproval(params.id ?? ''))),
    route('POST /v1/token/refresh', ({ body }) => json(sessions.refresh(text(body, 'refreshToken')))),
  ]
}
