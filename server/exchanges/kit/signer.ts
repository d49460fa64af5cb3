// Shared by the signers of all exchanges. A signer is a pure function: it reads no clock, stores nothing and sends nothing. Its
// errors name a missing field and never a value, because an error may be logged.

import { createHmac, createPrivateKey, sign } from 'node:crypto'
import type { Credentials } from '../sign-in.ts'

/** Method and path, as in the exchange's documentation. */
export type ExchangeEndpoint = `${Method} /${string}`
type Method = 'GET' | 'POST'

export interface RequestToSign {
  endpoint: ExchangeEndpoint
  /** Precedes the path. A path in it, such as that of an emulator, is not signed. */
  baseUrl: string
  /** The query of a GET, the body of a POST. */
  params: Readonly<Record<string, unknown>>
  /** Milliseconds since 1970, or a number that rises with every call of the key, for an exchange that requires one. */
  nonce: number
  /** How long the exchange accepts the request, for an exchange that reads this from the request. */
  recvWindowMs?: number
}

export interface SignedRequest {
  method: Method
  url: string
  headers: Record<string, string>
  /** The body, byte for byte. */
  text?: string
}

/** Throws a TypeError for credentials or params that cannot be signed. */
export type Signer = (request: RequestToSign, credentials: Credentials) => SignedRequest

export function methodAndPath(endpoint: ExchangeEndpoint): { method: Method; path: string } {
  return endpoint.startsWith('GET ')
    ? { method: 'GET', path: endpoint.slice(4) }
    : { method: 'POST', path: endpoint.slice(5) }
}

/** The credential, which must not be empty. */
export function credential(credentials: Credentials, name: string): string {
  const value = credentials[name] ?? ''
  if (value === '') throw new TypeError(`the credential ${name} is missing`)
  return value
}

/** Percent-encoded pairs by RFC 3986: a value cannot add a parameter. */
export function encodedPairs(params: RequestToSign['params']): string {
  return pairs(params, (value) =>
    encodeURIComponent(value).replaceAll(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`),
  )
}

/** Pairs with their values as they are, for exchanges that sign these. */
export function plainPairs(params: RequestToSign['params']): string {
  return pairs(params, (value) => value)
}

function pairs(params: RequestToSign['params'], encode: (value: string) => string): string {
  return Object.entries(params)
    .map(([name, value]) => {
      if (typeof value === 'object' || value === undefined) throw new TypeError(`the parameter ${name} is not a text`)
      return `${name}=${encode(String(value))}`
    })
    .join('&')
}

/** The query with its question mark, '' for an empty one. */
export function withMark(query: string): string {
  return query === '' ? '' : `?${query}`
}

export function hmacBase64(text: string, secret: string): string {
  return createHmac('sha256', secret).update(text).digest('base64')
}

/** HMAC-SHA256 in hex. For a secret that is a private key in PEM form, its RSA or Ed25519 signature in base64. */
export function hmacOrKeySignature(text: string, secret: string): string {
  if (!secret.includes('PRIVATE KEY')) return createHmac('sha256', secret).update(text).digest('hex')
  const key = createPrivateKey(secret)
  const digest = key.asymmetricKeyType === 'ed25519' ? null : 'sha256'
  return sign(digest, Buffer.from(text), key).toString('base64')
}
