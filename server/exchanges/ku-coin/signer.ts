// KuCoin signs time, method, path with the query before it is encoded, and body. It also requires the passphrase to be signed:
// kucoin.com/docs-new/authentication. The version of the key is stored with the account (sign-in.ts).

import {
  credential,
  encodedPairs,
  hmacBase64,
  methodAndPath,
  plainPairs,
  type Signer,
  withMark,
} from '../kit/signer.ts'

/** Accounts that were stored without a version had passed as version 2. */
const versionWithoutOne = '2'

export const signKuCoin: Signer = ({ endpoint, baseUrl, params, nonce }, credentials) => {
  const { method, path } = methodAndPath(endpoint)
  const isRead = method === 'GET'
  const text = isRead || Object.keys(params).length === 0 ? '' : JSON.stringify(params)
  const target = isRead ? path + withMark(plainPairs(params)) : path
  const secret = credential(credentials, 'apiSecret')
  const headers = {
    'KC-API-KEY-VERSION': credentials.keyVersion ?? versionWithoutOne,
    'KC-API-KEY': credential(credentials, 'apiKey'),
    'KC-API-TIMESTAMP': String(nonce),
    'KC-API-PASSPHRASE': hmacBase64(credential(credentials, 'passphrase'), secret),
    'KC-API-SIGN': hmacBase64(nonce + method + target + text, secret),
    ...(text === '' ? {} : { 'Content-Type': 'application/json' }),
  }
  const url = baseUrl + path + (isRead ? withMark(encodedPairs(params)) : '')
  return { method, url, headers, ...(text === '' ? {} : { text }) }
}
