// Coinbase reads a bearer token: the access token of an OAuth sign-in, or a token that a key signs for one request
// (docs.cdp.coinbase.com/coinbase-app/authentication-authorization/api-key-authentication). Sign-in uses OAuth.

import { randomBytes, sign } from 'node:crypto'
import { credential, encodedPairs, methodAndPath, type RequestToSign, type Signer, withMark } from '../kit/signer.ts'
import type { Credentials } from '../sign-in.ts'

const keyTokenSeconds = 120

export const signCoinbase: Signer = (request, credentials) => {
  const { endpoint, baseUrl, params } = request
  const { method, path } = methodAndPath(endpoint)
  const isRead = method === 'GET'
  const token = credentials.accessToken || keyToken(request, credentials)
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', 'CB-VERSION': '2018-05-30' }
  const url = baseUrl + path + (isRead ? withMark(encodedPairs(params)) : '')
  const hasBody = !isRead && Object.keys(params).length > 0
  return { method, url, headers, ...(hasBody ? { text: JSON.stringify(params) } : {}) }
}

/** A JWT for this method, host and path alone, signed by the key with ES256. */
function keyToken({ endpoint, baseUrl, nonce }: RequestToSign, credentials: Credentials): string {
  const name = credential(credentials, 'apiKey')
  const { method, path } = methodAndPath(endpoint)
  const issuedAt = Math.floor(nonce / 1_000)
  const header = { alg: 'ES256', typ: 'JWT', kid: name, nonce: randomBytes(16).toString('hex') }
  const claims = {
    aud: ['retail_rest_api_proxy'],
    iss: 'coinbase-cloud',
    nbf: issuedAt,
    exp: issuedAt + keyTokenSeconds,
    sub: name,
    iat: issuedAt,
    uri: `${method} ${baseUrl.replace(/^https?:\/\//, '')}${path}`,
  }
  const payload = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
  const key = credential(credentials, 'apiSecret')
  const signature = sign('sha256', Buffer.from(payload), { key, dsaEncoding: 'ieee-p1363' })
  return `${payload}.${signature.toString('base64url')}`
}
