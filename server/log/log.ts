// The one logger. Callers log named facts, never request bodies, headers or errors of others as they are; the redaction
// list below is the second belt.

import { pino } from 'pino'

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

const severities = { debug: 20, info: 30, warn: 40, error: 50, silent: Number.POSITIVE_INFINITY }
export type LogLevel = keyof typeof severities

export interface LogDestination {
  write(line: string): void
}

/** One JSON object a line, in pino's words and, unless told otherwise, to its destination; written by hand in half its time. */
export function jsonLog(level: LogLevel, destination: LogDestination = pino.destination(1)): Log {
  const writer = (of: 'info' | 'warn' | 'error') => {
    if (severities[of] < severities[level]) return () => {}
    return (fields: Record<string, unknown>, message: string) =>
      destination.write(lineOf(severities[of], fields, message))
  }
  return { info: writer('info'), warn: writer('warn'), error: writer('error') }
}

function lineOf(level: number, fields: Record<string, unknown>, msg: string): string {
  const time = isoTime(Date.now())
  try {
    return `${JSON.stringify({ level, time, ...withoutSecrets(fields), msg })}\n`
  } catch {
    // Whoever logs is often in the midst of something that matters more.
    return `${JSON.stringify({ level, time, msg })}\n`
  }
}

// A busy server writes many lines within one millisecond.
let lastMs = 0
let lastText = ''

function isoTime(ms: number): string {
  if (ms !== lastMs) {
    lastText = new Date(ms).toISOString()
    lastMs = ms
  }
  return lastText
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
