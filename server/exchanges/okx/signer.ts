// OKX signs time, method, path with query, and body: okx.com/docs-v5/en, "Authentication".

import { credential, encodedPairs, hmacBase64, methodAndPath, type Signer, withMark } from '../kit/signer.ts'

export const signOkx: Signer = ({ endpoint, baseUrl, params, nonce }, credentials) => {
  const { method, path } = methodAndPath(endpoint)
  const isRead = method === 'GET'
  const target = isRead ? path + withMark(encodedPairs(params)) : path
  const text = isRead || Object.keys(params).length === 0 ? '' : JSON.stringify(params)
  const time = new Date(nonce).toISOString()
  const headers = {
    'OK-ACCESS-KEY': credential(credentials, 'apiKey'),
    'OK-ACCESS-PASSPHRASE': credential(credentials, 'passphrase'),
    'OK-ACCESS-TIMESTAMP': time,
    'OK-ACCESS-SIGN': hmacBase64(time + method + target + text, credential(credentials, 'apiSecret')),
    ...(isRead ? {} : { 'Content-Type': 'application/json' }),
  }
  return { method, url: baseUrl + target, headers, ...(text === '' ? {} : { text }) }
}
