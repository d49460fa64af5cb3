// Binance's authentication: an HMAC-SHA256 over query and body as sent, and a timestamp within a window.

import { createHmac, timingSafeEqual } from 'node:crypto'
import { ExchangeError } from '../../exchange-error.ts'
import type { ApiKey, EmulatorKeys, Permission } from '../api-keys.ts'
import type { EmulatorCall } from '../emulator.ts'

const defaultWindowMs = 5000
const maxWindowMs = 60_000
const aheadMs = 1000

/** Query and body together, without the signature. Throws duplicate_parameter. */
export function parametersOf({ queryText, bodyText }: EmulatorCall): URLSearchParams {
  const parameters = new URLSearchParams([...new URLSearchParams(queryText), ...new URLSearchParams(bodyText)])
  const names = [...parameters.keys()]
  if (new Set(names).size < names.length) throw binanceError('duplicate_parameter')
  return parameters
}

/** Returns the calling key. Throws the error response. */
export function authenticate(keys: EmulatorKeys, call: EmulatorCall, now: number): ApiKey {
  const name = call.headers['x-mbx-apikey']
  if (typeof name !== 'string' || name === '') throw binanceError('key_missing')
  const key = keys.find(name)
  if (key === undefined) throw binanceError('key_unknown')
  call.login = key.login.name
  const parameters = parametersOf(call)
  const timestamp = parameters.get('timestamp') ?? ''
  if (!/^\d{13}$/.test(timestamp)) throw binanceError('parameter_missing', 'timestamp')
  requireSignature(call, key, parameters.get('signature') ?? '')
  requireTime(Number(timestamp), parameters.get('recvWindow'), now)
  if (key.addresses.length > 0 && !key.addresses.includes(call.ip)) throw binanceError('address_foreign')
  if (key.login.isLocked === true) throw binanceError('account_locked')
  return key
}

export function requirePermission(key: ApiKey, permission: Permission): void {
  if (!key.permissions.includes(permission)) throw binanceError('permission_missing')
}

/** Percent-encodes a value. Since 2026-01-15 Binance refuses a signature over any other encoding. */
const encoded = /^([\w.~*'()!=&+-]|%[0-9A-Fa-f]{2})*$/

function requireSignature({ queryText, bodyText }: EmulatorCall, { secret }: ApiKey, signature: string): void {
  if (signature === '') throw binanceError('parameter_missing', 'signature')
  if (!encoded.test(queryText) || !encoded.test(bodyText)) throw binanceError('signature_wrong')
  const payload = withoutSignature(queryText) + withoutSignature(bodyText)
  const expected = createHmac('sha256', secret).update(payload).digest()
  const sent = Buffer.from(signature, 'hex')
  if (sent.length !== expected.length || !timingSafeEqual(sent, expected)) throw binanceError('signature_wrong')
}

export function withoutSignature(text: string): string {
  return text.replace(/(^|&)signature=[^&]*/, '').replace(/^&/, '')
}

function requireTime(timestamp: number, window: string | null, now: number): void {
  const windowMs = window === null ? defaultWindowMs : Number(window)
  if (!(windowMs > 0 && windowMs <= maxWindowMs)) throw binanceError('window_wrong')
  if (timestamp >= now + aheadMs) throw binanceError('clock_ahead')
  if (now - timestamp > windowMs) throw binanceError('clock_wrong')
}

export function binanceError(code: string, insert = ''): ExchangeError {
  return new ExchangeError(400, code, `Refused: ${code}.`).with({ insert })
}
