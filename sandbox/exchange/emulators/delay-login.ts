import type { Exchange } from '../exchange-context.ts'
import { type Answer, json } from '../http.ts'
import type { Login } from '../logins.ts'
import { pause } from '../pause.ts'

/** Waits where this login is always answered late; an answer that never arrives where it is never answered. */
export async function lostFor({ slowMs }: Exchange, login: Login): Promise<Answer | null> {
  if (login.isDown === true) return { ...json({}), isLost: true }
  if (login.isSlow === true) await pause(slowMs)
  return null
}
