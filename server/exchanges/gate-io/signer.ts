// Gate signs method, path, the query before it is encoded, the hash of the body and the time in seconds:
// gate.com/docs/developers/apiv4, "Authentication".

import { createHash, createHmac } from 'node:crypto'
import { credential, encodedPairs, methodAndPath, plainPairs, type Signer, withMark } from '../kit/signer.ts'

export const signGateIo: Signer = ({ endpoint, baseUrl, params, nonce }, credentials) => {
  const { method, path } = methodAndPath(endpoint)
  const isRead = method === 'GET'
  const text = isRead ? '' : JSON.stringify(params)
  const seconds = String(Math.floor(nonce / 1_000))
  const bodyHash = createHash('sha512').update(text).digest('hex')
  const payload = [method, path, isRead ? plainPairs(params) : '', bodyHash, seconds].join('\n')
  const headers = {
    KEY: credential(credentials, 'apiKey'),
    Timestamp: seconds,
    SIGN: createHmac('sha512', credential(credentials, 'apiSecret')).update(payload).digest('hex'),
    'Content-Type': 'application/json',
  }
  if (!isRead) return { method, url: baseUrl + path, headers, text }
  return { method, url: baseUrl + path + withMark(encodedPairs(params)), headers }
}
