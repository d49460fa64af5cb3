// The HTTP client of an app's backend, with keep-alive connections. Numbers are read as text: an amount must never pass through a
// float, not even in a proof.
import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { demoClient } from '../../../server/clients/seed-demo-client.ts'

// biome-ignore lint/suspicious/noExplicitAny: what is read out of a response is checked where it is read
export type Body = any

export interface ClientResponse {
  status: number
  /** The response of an execute is a stored one. */
  replayed: boolean
  body: Body
}

export interface ApiClient {
  /** Throws if the connection fails or no response arrives in time. */
  call(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    body?: object | string,
    headers?: object,
  ): Promise<ClientResponse>
  close(): void
}

export const clientHeaders = { 'x-client-id': demoClient.id, 'x-client-secret': demoClient.secret }

export function apiClient({ sockets = 64, timeoutMs = 15_000 } = {}): ApiClient {
  // Closed sooner than the server closes it: a request must not use a connection that is being closed.
  const agentOptions = { keepAlive: true, scheduling: 'fifo', timeout: 3_000 } as const
  const agent = new Agent({ ...agentOptions, maxSockets: sockets, maxFreeSockets: sockets })
  return {
    call: (method, url, body, headers = clientHeaders) =>
      new Promise((resolve, reject) => {
        const text = typeof body === 'object' ? JSON.stringify(body) : (body ?? '')
        const sent = request(url, {
          agent,
          method,
          headers: {
            ...headers,
            ...(text === '' ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
          },
        })
        const limit = setTimeout(() => sent.destroy(new Error('no response in time')), timeoutMs)
        const fail = (error: Error) => {
          clearTimeout(limit)
          reject(error)
        }
        sent.on('error', fail).on('response', (response) => {
          const chunks: Buffer[] = []
          response.on('data', (chunk: Buffer) => chunks.push(chunk))
          response.on('error', fail).on('end', () => {
            clearTimeout(limit)
            if (!response.complete) return reject(new Error('half a response'))
            const replayed = response.headers['idempotent-replayed'] === 'true'
            resolve({ status: response.statusCode ?? 0, replayed, body: parse(Buffer.concat(chunks).toString()) })
          })
        })
        sent.end(text)
      }),
    close: () => agent.destroy(),
  }
}

function parse(text: string): Body {
  try {
    return JSON.parse(text, (_key, value: unknown, context?: { source?: string }) =>
      typeof value === 'number' ? context?.source : value,
    )
  } catch {
    return null
  }
}

/** Signs in at the sandbox exchange and returns the auth token of each of the login's accounts. */
export async function signIn(client: ApiClient, apiUrl: string, username: string): Promise<string[]> {
  const destination = { NetworkId: networkIds.base, Symbol: 'USDC', Address: `0x${'11'.repeat(20)}` }
  const session = await openSession(client, apiUrl, destination)
  const fields = { username, password: 'pass_good' }
  const headers = { authorization: `Bearer ${session}` }
  const connected = await client.call('POST', `${apiUrl}/api/v1/link/connect`, { type: 'sandbox', fields }, headers)
  const accounts = connected.body?.content?.authData?.accessToken?.accountTokens as
    | { accessToken: string }[]
    | undefined
  if (accounts === undefined) throw new Error(`${username} could not be connected: ${JSON.stringify(connected)}`)
  return accounts.map(({ accessToken }) => accessToken)
}

/** Opens a link of this user, and returns its session token. */
export async function openSession(
  client: ApiClient,
  apiUrl: string,
  destination: object,
  userId?: string,
): Promise<string> {
  const authCode = await newLinkCode(client, apiUrl, destination, userId)
  const response = await client.call('POST', `${apiUrl}/api/v1/link/session`, { authCode }, {})
  return String(response.body.content.sessionToken)
}

export async function newLinkCode(
  client: ApiClient,
  apiUrl: string,
  destination: object,
  userId = 'user-1',
): Promise<string> {
  const path = `/api/v1/cataloglink?userId=${userId}&enableTransfers=true`
  const response = await client.call('POST', apiUrl + path, { ToAddresses: [destination] })
  const code = new URL(response.body?.content?.iFrameUrl ?? 'http://none').searchParams.get('auth_code')
  if (code === null) throw new Error(`no link was made: ${JSON.stringify(response)}`)
  return code
}

export const networkIds = {
  ethereum: 'e3c7fdd8-b1fc-4e51-85ae-bb276e075611',
  base: 'aa883b03-120d-477c-a588-37c2afd3ca71',
} as const

/** Repeats `work` until it returns a value. Throws after the limit. */
export async function until<T>(limitMs: number, work: () => Promise<T | undefined>, everyMs = 100): Promise<T> {
  const deadline = performance.now() + limitMs
  for (;;) {
    const found = await work().catch(() => undefined)
    if (found !== undefined) return found
    if (performance.now() > deadline) throw new Error(`not within ${limitMs / 1000} s`)
    await pause(everyMs)
  }
}
