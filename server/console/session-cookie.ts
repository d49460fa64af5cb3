// The console's cookies. Cookies do not separate ports, so the console has a host name of its own: no other origin of this server
// receives them.

import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { ConsoleSettings } from '../config-values.ts'

type CookieName = 'session' | 'sign-in'

/** Over https the browser refuses a cookie of this prefix that another host has set. */
function nameOf(cookie: CookieName, { url }: ConsoleSettings): string {
  return `${isSecure(url) ? '__Host-' : ''}console-${cookie}`
}

export function readCookie(context: Context, cookie: CookieName, settings: ConsoleSettings): string | undefined {
  return getCookie(context, nameOf(cookie, settings))
}

/** `Lax` for the return from an identity provider on another site. */
export function writeCookie(
  context: Context,
  cookie: CookieName,
  { settings, value, seconds }: { settings: ConsoleSettings; value: string; seconds: number },
): void {
  const sameSite = cookie === 'session' ? 'Strict' : 'Lax'
  const options = { path: '/', httpOnly: true, sameSite, secure: isSecure(settings.url), maxAge: seconds } as const
  setCookie(context, nameOf(cookie, settings), value, options)
}

export function clearCookie(context: Context, cookie: CookieName, settings: ConsoleSettings): void {
  deleteCookie(context, nameOf(cookie, settings), { path: '/', secure: isSecure(settings.url) })
}

function isSecure(url: string): boolean {
  return url.startsWith('https:')
}
