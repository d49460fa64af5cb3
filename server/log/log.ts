// The one logger. Callers log named facts, never request bodies, headers or errors of others as they are; the redaction
// list below is the second belt.

import { type DestinationStream, pino } from 'pino'

export interface Log {
  info(fields: Record<string, unknown>, message: string): void
  warn(fields: Record<string, unknown>, message: string): void
  error(fields: Record<string, unknown>, message: string): void
}

const secretFields = [
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
]

export function jsonLog(level: string, destination?: DestinationStream): Log {
  const paths = secretFields.flatMap((name) => [name, `*.${name}`])
  const settings = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths, censor: '[secret]' },
  }
  return destination === undefined ? pino(settings) : pino(settings, destination)
}

/** What may be told of an unexpected error: its name and place, without text that others wrote. */
export function errorFacts(error: unknown): Record<string, string> {
  if (!(error instanceof Error)) return { error: typeof error }
  return { error: error.name, message: error.message.slice(0, 300), place: error.stack?.split('\n')[1]?.trim() ?? '' }
}
