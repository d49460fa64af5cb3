// Generated secrets: 256 random bits after a prefix for kind and environment, so that a token of the wrong kind or environment is
// recognised and secret scanners find a leaked one. Only the SHA-256 is stored. A slow key derivation would add no protection, and
// attackers could use it to overload the server.

import { hash, randomBytes, timingSafeEqual } from 'node:crypto'

export type Environment = 'sandbox' | 'production'
type TokenPrefix = 'at' | 'rt' | 'ls' | 'ac'

/** at: auth token, rt: refresh token, ls: link session, ac: the auth_code of a link. */
export function newToken(prefix: TokenPrefix, environment: Environment): string {
  return `${prefix}-${environment}-${randomBytes(32).toString('base64url')}`
}

export function newClientSecret(environment: Environment): string {
  return `sk_${environment === 'sandbox' ? 'sandbox' : 'live'}_${randomBytes(32).toString('base64url')}`
}

/** The part of a generated client secret that may be shown: its random part has 43 characters, and these are four of them. */
export function shownPrefix(secret: string): string {
  return /^sk_[a-z]+_.{4}/.exec(secret)?.[0] ?? ''
}

export function hashSecret(secret: string): string {
  return hash('sha256', secret, 'base64url')
}

export function sameHash(first: string, second: string): boolean {
  const [a, b] = [Buffer.from(first), Buffer.from(second)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** The environment in a token's or client secret's prefix, or null for any other text. */
export function environmentOf(secret: string): Environment | null {
  if (/^(at|rt|ls|ac)-sandbox-/.test(secret) || secret.startsWith('sk_sandbox_')) return 'sandbox'
  if (/^(at|rt|ls|ac)-production-/.test(secret) || secret.startsWith('sk_live_')) return 'production'
  return null
}
