// The one logger. Callers log named facts, never request bodies, headers or errors of others as they are; the redaction
// list below is the second belt.

import { type DestinationStream, pino } from 'pino'

export interface Log {
  info(fields: Record<string, unknown>, message: string): void
  warn(fields: Record<string, unknown>, message: string): void
  error(fields: Record<string, unknown>, message: string): void
}

const secretFields: ReadonlySet<string> = new Set([
  'password',
  'code',
  'mfaCode',
  'authCode',
  'auth_code',
  'authToken',
  'auth_token',
  'fromAuthToken',
  'FromAuthToken',
  'refreshToken',
  'refresh_token',
  'accessToken',
  'sessionToken',
  'clientSecret',
  'authorization',
  'credentials',
  'fields',
])

export function jsonLog(level: string, destination?: DestinationStream): Log {
  const settings = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { log: (fields: Record<string, unknown>) => withoutSecrets(fields) },
  }
  return destination === undefined ? pino(settings) : pino(settings, destination)
}

/** Looks two levels deep, as deep as what is logged. By hand: the logger's own way took a tenth of a small request's time. */
function withoutSecrets(given: Record<string, unknown>, depth = 0): Record<string, unknown> {
  let safe = given
  for (const name in given) {
    const value = given[name]
    const isNested = typeof value === 'object' && value !== null && !Array.isArray(value)
    const replaced = secretFields.has(name)
      ? '[secret]'
      : isNested && depth === 0
        ? withoutSecrets(value as Record<string, unknown>, 1)
        : value
    if (replaced === value) continue
    if (safe === given) safe = { ...given }
    safe[name] = replaced
  }
  return safe
}

/** What may be told of an unexpected error: its name and place, without text that others wrote. */
export function errorFacts(error: unknown): Record<string, string> {
  if (!(error instanceof Error)) return { error: typeof error }
  return { error: error.name, message: error.message.slice(0, 300), place: error.stack?.split('\n')[1]?.trim() ?? '' }
}
