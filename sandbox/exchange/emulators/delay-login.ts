import { setTimeout as pause } from 'node:timers/promises'
import type { Exchange } from '../exchange-context.ts'
import { json, type RouteResponse } from '../http.ts'
import type { Login } from '../logins.ts'

/** Delays the response of a slow login. Returns a response that is never sent for a login that is down, otherwise null. */
export async function delayLogin({ slowMs }: Exchange, login: Login): Promise<RouteResponse | null> {
  if (login.isDown === true) return { ...json({}), isLost: true }
  if (login.isSlow === true) await pause(slowMs)
  return null
}
