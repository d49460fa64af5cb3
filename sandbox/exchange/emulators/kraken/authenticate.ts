// Kraken's authentication: an HMAC-SHA512 over the path and the hash of nonce and form, and an increasing nonce.

import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { checkCode } from '../../codes.ts'
import { ExchangeError } from '../../exchange-error.ts'
import type { ApiKey, EmulatorKeys, Permission } from '../api-keys.ts'
import { type EmulatorCall, parameter } from '../emulator.ts'
import { nonceWindow } from './key-info.ts'

const highestNonce = 2n ** 64n - 1n

/** Throws the error response. A correct signature uses up the nonce, even if the call is refused afterwards. */
export function authenticate(keys: EmulatorKeys, call: EmulatorCall): ApiKey {
  const key = keys.find(headerOf(call, 'api-key'))
  if (key === undefined) throw new ExchangeError(200, 'key_unknown', 'There is no such key.')
  call.login = key.login.name
  const form = new URLSearchParams(call.bodyText)
  const nonce = form.get('nonce') ?? ''
  const signature = Buffer.from(headerOf(call, 'api-sign'), 'base64')
  const expected = sign(key.secret, { path: call.path, nonce, body: call.bodyText })
  if (signature.length !== expected.length || !timingSafeEqual(signature, expected)) {
    throw new ExchangeError(200, 'signature_wrong', 'The signature is wrong.')
  }
  if (
    !/^\d{1,20}$/.test(nonce) ||
    BigInt(nonce) > highestNonce ||
    !keys.spendNonce(key.key, BigInt(nonce), windowOf(call))
  ) {
    throw new ExchangeError(200, 'nonce_wrong', 'The nonce is not above the last one.')
  }
  if (key.addresses.length > 0 && !key.addresses.includes(call.ip)) {
    throw new ExchangeError(200, 'address_foreign', 'This key is bound to other addresses.')
  }
  if (key.login.isLocked === true) throw new ExchangeError(200, 'account_locked', 'This account is locked.')
  if (key.code !== '') requireCode(key, parameter(form, 'otp'))
  return key
}

/** The distance below the highest nonce at which a call is still accepted. A setting of the key. */
function windowOf({ faults }: EmulatorCall): bigint {
  return faults.nonceWindowRaised ? BigInt(nonceWindow) : 0n
}

export function requirePermissions(key: ApiKey, requested: Permission[]): void {
  if (requested.every((permission) => key.permissions.includes(permission))) return
  throw new ExchangeError(200, 'permission_missing', 'This key may not do that.')
}

function requireCode({ code }: ApiKey, sent: string | null): void {
  if (sent === null) throw new ExchangeError(200, 'code_required', 'This key needs a one-time code.')
  if (sent !== code) checkCode(sent)
}

function sign(secret: string, { path, nonce, body }: { path: string; nonce: string; body: string }): Buffer {
  const hash = createHash('sha256').update(`${nonce}${body}`).digest()
  return createHmac('sha512', Buffer.from(secret, 'base64')).update(path).update(hash).digest()
}

function headerOf({ headers }: EmulatorCall, name: string): string {
  const value = headers[name]
  return typeof value === 'string' ? value : ''
}
