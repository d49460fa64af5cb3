// Binance signs the percent-encoded parameters, and accepts a request for `recvWindow` after its `timestamp`:
// developers.binance.com/docs/binance-spot-api-docs/rest-api, "Request security".

import { credential, encodedPairs, hmacOrKeySignature, methodAndPath, type Signer } from '../kit/signer.ts'

const usualWindowMs = 10_000

export const signBinance: Signer = (request, credentials) => {
  const { endpoint, baseUrl, params, nonce: timestamp, recvWindowMs: recvWindow = usualWindowMs } = request
  const { method, path } = methodAndPath(endpoint)
  const headers = { 'X-MBX-APIKEY': credential(credentials, 'apiKey') }
  const pairs = encodedPairs({ timestamp, ...params, recvWindow })
  const signature = encodeURIComponent(hmacOrKeySignature(pairs, credential(credentials, 'apiSecret')))
  const signed = `${pairs}&signature=${signature}`
  const url = baseUrl + path
  if (method === 'GET') return { method, url: `${url}?${signed}`, headers }
  return { method, url, headers: { ...headers, 'Content-Type': 'application/x-www-form-urlencoded' }, text: signed }
}
