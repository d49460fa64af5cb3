// The API calls of a backend, for tests of the server.
import type { ApiResponse, Requests, TestServer } from './test-server.ts'

export const ethereumId = 'e3c7fdd8-b1fc-4e51-85ae-bb276e075611'
export const baseId = 'aa883b03-120d-477c-a588-37c2afd3ca71'
export const recipient = '0xA38f54bf7d4A991dc7BD3b8cfAd5c54d557D4E61'
export const toBase = { NetworkId: baseId, Symbol: 'USDC', Address: recipient }

export async function newLink(
  server: Requests,
  body: object = { ToAddresses: [toBase] },
  headers?: Record<string, string>,
) {
  const response = await server.post('/api/v1/cataloglink?userId=user-1&enableTransfers=true', body, headers)
  if (response.status !== 200) throw new Error(`no link: ${response.text}`)
  return {
    ...response.body.content,
    authCode: new URL(response.body.content.iFrameUrl).searchParams.get('auth_code') ?? '',
  }
}

export async function newSession(server: Requests, body?: object, headers?: Record<string, string>): Promise<string> {
  const { authCode } = await newLink(server, body, headers)
  const response = await server.post('/api/v1/link/session', { authCode }, {})
  return response.body.content.sessionToken
}

export async function signIn(
  server: Requests,
  username: string,
  type = 'sandbox',
  headers?: Record<string, string>,
): Promise<string> {
  const session = await newSession(server, undefined, headers)
  const fields = { username, password: 'pass_good' }
  const response = await server.inSession(session, 'POST', '/api/v1/link/connect', { type, fields })
  if (response.body.content?.state !== 'connected') throw new Error(`not connected: ${response.text}`)
  return response.body.content.authData.auth_token
}

/** `amount` is written into the JSON unchanged. */
export function preview(server: Requests, token: string, amount: string, more: object = {}): Promise<ApiResponse> {
  const terms = {
    FromAuthToken: token,
    FromType: 'sandbox',
    NetworkId: baseId,
    Symbol: 'USDC',
    ToAddress: recipient,
    ...more,
  }
  return server.post('/api/v1/transfers/managed/preview', JSON.stringify(terms).replace(/\}$/, `,"Amount":${amount}}`))
}

export function execute(server: Requests, token: string, previewId: string, mfaCode?: string): Promise<ApiResponse> {
  const body = { fromAuthToken: token, fromType: 'sandbox', previewId, ...(mfaCode === undefined ? {} : { mfaCode }) }
  return server.post('/api/v1/transfers/managed/execute', body)
}

/** Polls until the transfer has ended, for at most 20 s. */
export async function untilEnded(server: Requests, transferId: string) {
  const until = Date.now() + 20_000
  for (;;) {
    const { content } = (await server.get(`/api/v1/transfers/${transferId}`)).body
    if (content.status !== 'Pending') return content
    if (Date.now() > until) throw new Error(`still pending: ${JSON.stringify(content)}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

export async function tokenBalance(
  server: TestServer,
  network: string,
  contract: string,
  address: string,
): Promise<bigint> {
  const data = `0x70a08231${address.slice(2).toLowerCase().padStart(64, '0')}`
  const response = await fetch(server.rpcUrls[network] ?? '', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_call', params: [{ to: contract, data }, 'latest'] }),
  })
  return BigInt(((await response.json()) as { result: string }).result)
}
