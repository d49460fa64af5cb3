// Bybit signs time, key, window and the query as it is sent, or the body: bybit-exchange.github.io/docs/v5/guide, "Authentication".
// Its cursors are percent-encoded already, so values of a query are sent as they are.

import { credential, hmacOrKeySignature, methodAndPath, plainPairs, type Signer, withMark } from '../kit/signer.ts'

const usualWindowMs = 5_000

export const signBybit: Signer = (request, credentials) => {
  const { endpoint, baseUrl, params, nonce, recvWindowMs = usualWindowMs } = request
  const { method, path } = methodAndPath(endpoint)
  const isRead = method === 'GET'
  const payload = isRead ? queryOf(params) : JSON.stringify(params)
  const apiKey = credential(credentials, 'apiKey')
  const headers = {
    'Content-Type': 'application/json',
    'X-BAPI-API-KEY': apiKey,
    'X-BAPI-TIMESTAMP': String(nonce),
    'X-BAPI-RECV-WINDOW': String(recvWindowMs),
    'X-BAPI-SIGN': hmacOrKeySignature(
      `${nonce}${apiKey}${recvWindowMs}${payload}`,
      credential(credentials, 'apiSecret'),
    ),
  }
  const url = baseUrl + path
  return isRead ? { method, url: url + withMark(payload), headers } : { method, url, headers, text: payload }
}

/** Throws a TypeError for a value that would add a parameter. */
function queryOf(params: Parameters<Signer>[0]['params']): string {
  if (Object.values(params).some((value) => /[&#]/.test(String(value)))) {
    throw new TypeError('a value of the query has & or # in it')
  }
  return plainPairs(params)
}
