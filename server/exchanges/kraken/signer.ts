// Kraken signs the path and the hash of the nonce and the body: docs.kraken.com/exchange/guides/spot-rest-auth. A key with 2FA
// requires its password in every request.

import { createHash, createHmac } from 'node:crypto'
import { credential, encodedPairs, methodAndPath, type Signer } from '../kit/signer.ts'

export const signKraken: Signer = ({ endpoint, baseUrl, params, nonce }, credentials) => {
  const { method, path } = methodAndPath(endpoint)
  const { otp = '' } = credentials
  const secret = Buffer.from(credential(credentials, 'apiSecret'), 'base64')
  // Buffer ignores what is not base64, so the key would be another one.
  if (secret.toString('base64') !== credentials.apiSecret) throw new TypeError('the private key is not base64')
  const text = encodedPairs({ nonce, ...params, ...(otp === '' ? {} : { otp }) })
  const digest = createHash('sha256').update(`${nonce}${text}`).digest()
  const headers = {
    'API-Key': credential(credentials, 'apiKey'),
    'API-Sign': createHmac('sha512', secret).update(path).update(digest).digest('base64'),
    'Content-Type': 'application/x-www-form-urlencoded',
  }
  return { method, url: baseUrl + path, headers, text }
}
