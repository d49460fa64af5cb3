import { createHash } from 'node:crypto'
import type { RouteResponse } from '../../http.ts'
import type { Permission } from '../api-keys.ts'
import type { SignedCall } from './context.ts'
import { result } from './errors.ts'

const words: Record<Permission, string> = {
  read: 'query-funds',
  trade: 'modify-trades',
  withdraw: 'withdraw-funds',
}

/** In microseconds, the unit of the nonces that clients send. */
export const nonceWindow = 60_000_000

/** The calling key and its permissions. */
export function keyInfo({ key, form, call }: SignedCall): RouteResponse {
  const createdAt = String(Math.floor(key.createdAt / 1000))
  return result({
    api_key_name: `${key.login.name} on this machine`,
    api_key: key.key,
    nonce: form.get('nonce'),
    nonce_window: call.faults.nonceWindowRaised ? nonceWindow : 0,
    permissions: key.permissions.map((permission) => words[permission]),
    iban: accountNumber(key.accountId),
    valid_until: '0',
    query_from: '0',
    query_to: '0',
    created_time: createdAt,
    modified_time: createdAt,
    ip_allowlist: key.addresses,
    last_used: createdAt,
  })
}

/** Different for each account, because clients identify accounts by it. */
function accountNumber(accountId: string): string {
  const digits = createHash('sha256').update(`iban ${accountId}`).digest('hex').toUpperCase()
  return `AA${digits.slice(0, 2)} N84G ${digits.slice(2, 6)} ${digits.slice(6, 10)}`
}
