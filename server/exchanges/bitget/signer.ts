// Bitget signs time, method, path with the query in the order of its names and before it is encoded, and body:
// bitget.com/api-doc/common/signature.

import {
  credential,
  encodedPairs,
  hmacBase64,
  methodAndPath,
  plainPairs,
  type Signer,
  withMark,
} from '../kit/signer.ts'

export const signBitget: Signer = ({ endpoint, baseUrl, params, nonce }, credentials) => {
  const { method, path } = methodAndPath(endpoint)
  const isRead = method === 'GET'
  const sorted = Object.fromEntries(Object.entries(params).sort(([a], [b]) => (a < b ? -1 : 1)))
  const payload = isRead ? withMark(plainPairs(sorted)) : JSON.stringify(params)
  const headers = {
    'ACCESS-KEY': credential(credentials, 'apiKey'),
    'ACCESS-SIGN': hmacBase64(nonce + method + path + payload, credential(credentials, 'apiSecret')),
    'ACCESS-TIMESTAMP': String(nonce),
    'ACCESS-PASSPHRASE': credential(credentials, 'passphrase'),
    ...(isRead ? {} : { 'Content-Type': 'application/json' }),
  }
  if (!isRead) return { method, url: baseUrl + path, headers, text: payload }
  return { method, url: baseUrl + path + withMark(encodedPairs(sorted)), headers }
}
