// The mixed load of a soak, at a fixed rate: links, sign-ins, previews, executes, wrong codes, refreshed tokens, removed accounts. Executes
// are repeated after their previews are deleted.
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { networkCatalogue } from '../../../server/networks/catalogue.ts'
import { type ApiClient, type ClientResponse, clientHeaders } from '../chaos/api-client.ts'

export interface Load {
  figures: Record<string, number>
  /** Responses that must not occur, as sentences. */
  breaches: string[]
  stop(): Promise<void>
}

interface Tokens {
  authToken: string
  refreshToken: string
}

interface Executed {
  previewId: string
  transferId: string
  at: number
}

const username = 'user_networks'
const address = `0x${'12'.repeat(20)}`
const networkId = networkCatalogue('sandbox').byKey('arbitrum')?.id ?? ''
const managed = '/api/v1/transfers/managed'
/** Sign-ins are removed after this time, and executes repeated. */
const removeAfterMs = 60_000
const repeatAfterMs = 480_000

export async function startLoad(client: ApiClient, apiUrls: readonly string[]): Promise<Load> {
  const figures: Record<string, number> = {}
  const breaches: string[] = []
  const executed: Executed[] = []
  const stopping = new AbortController()
  let calls = 0
  let amounts = 0

  async function call(method: 'POST' | 'DELETE', path: string, body: object | string, headers: object = {}) {
    const url = apiUrls[++calls % apiUrls.length] ?? ''
    const session = 'authorization' in headers
    return client.call(method, url + path, body, session ? headers : { ...clientHeaders, ...headers })
  }

  /** Counts `what`, or reports the response. */
  function expect(what: string, { status, body }: ClientResponse, expected: number | string): void {
    figures[what] = (figures[what] ?? 0) + 1
    const found = typeof expected === 'number' ? status : String(body?.Status ?? body?.ErrorType)
    if (found !== expected)
      breaches.push(`${what}: ${status} ${String(body?.errorType ?? body?.ErrorType ?? body?.Status)}`)
  }

  async function openSession(): Promise<string> {
    const headers = { 'idempotency-key': randomUUID() }
    const destination = { NetworkId: networkId, Symbol: 'USDC', Address: address }
    const path = '/api/v1/cataloglink?userId=user-1&enableTransfers=true'
    const link = await call('POST', path, { ToAddresses: [destination] }, headers)
    expect('links', link, 200)
    const authCode = new URL(link.body.content.iFrameUrl).searchParams.get('auth_code')
    const opened = await client.call('POST', `${apiUrls[0]}/api/v1/link/session`, { authCode }, {})
    expect('sessions', opened, 200)
    return String(opened.body.content.sessionToken)
  }

  /** The user leaves once the account is connected. */
  async function signIn(): Promise<Tokens> {
    const headers = { authorization: `Bearer ${await openSession()}` }
    const fields = { username, password: 'pass_good' }
    const connected = await call('POST', '/api/v1/link/connect', { type: 'sandbox', fields }, headers)
    expect('sign-ins', connected, 200)
    const { auth_token, refresh_token } = connected.body.content.authData
    await call('DELETE', '/api/v1/link/session', '', headers)
    return { authToken: auth_token, refreshToken: refresh_token }
  }

  async function preview({ authToken }: Tokens, amount: string): Promise<string> {
    const terms = { FromAuthToken: authToken, FromType: 'sandbox', NetworkId: networkId, Symbol: 'USDC' }
    const body = JSON.stringify({ ...terms, ToAddress: address }).replace(/\}$/, `,"Amount":${amount}}`)
    const response = await call('POST', `${managed}/preview`, body)
    expect('previews', response, 200)
    return String(response.body?.PreviewResult?.PreviewId)
  }

  function execute({ authToken }: Tokens, previewId: string, more: { mfaCode?: string; key?: string } = {}) {
    const body = { fromAuthToken: authToken, fromType: 'sandbox', previewId, mfaCode: more.mfaCode ?? null }
    return call('POST', `${managed}/execute`, body, more.key === undefined ? {} : { 'idempotency-key': more.key })
  }

  const account = await signIn()
  /** Six digits, so that no amount is a magic one. */
  const nextAmount = () =>
    `1.${String(++amounts * 10 + 1)
      .padStart(6, '0')
      .slice(-6)}`
  const works: [everyMs: number, work: () => Promise<void>][] = [
    [500, async () => void (await preview(account, nextAmount()))],
    [1_000, async () => void (await openSession().then(leave))],
    [2_000, useSignIn],
    [2_000, executeOne],
    [10_000, enterWrongCodes],
    [5_000, repeatOld],
  ]

  async function leave(session: string): Promise<void> {
    await call('DELETE', '/api/v1/link/session', '', { authorization: `Bearer ${session}` })
  }

  async function useSignIn(): Promise<void> {
    const { refreshToken } = await signIn()
    const refreshed = await call('POST', '/api/v1/token/refresh', { refreshToken })
    expect('refreshed tokens', refreshed, 200)
    const authToken = String(refreshed.body?.content?.accessToken)
    await preview({ authToken, refreshToken: '' }, nextAmount())
    await pause(removeAfterMs, undefined, { signal: stopping.signal })
    expect('removed accounts', await call('DELETE', '/api/v1/account', { authToken, type: 'sandbox' }), 200)
  }

  async function executeOne(): Promise<void> {
    const previewId = await preview(account, nextAmount())
    const key = randomUUID()
    const response = await execute(account, previewId, { key })
    expect('executes', response, 'Succeeded')
    const transferId = String(response.body?.TransferResult?.TransferId)
    const again = await execute(account, previewId, { key })
    if (again.body?.TransferResult?.TransferId !== transferId) breaches.push('an idempotency key did not replay')
    executed.push({ previewId, transferId, at: performance.now() })
  }

  async function enterWrongCodes(): Promise<void> {
    const previewId = await preview(account, '2.02')
    expect('required codes', await execute(account, previewId), 'MfaRequired')
    for (let tries = 0; tries < 2; tries++)
      expect('wrong codes', await execute(account, previewId, { mfaCode: '000000' }), 'MfaFailed')
  }

  async function repeatOld(): Promise<void> {
    const [oldest] = executed
    if (oldest === undefined || performance.now() - oldest.at < repeatAfterMs) return
    executed.splice(0, Math.ceil(executed.length / 20))
    const response = await execute(account, oldest.previewId)
    expect('executes of deleted previews', response, 'Succeeded')
    if (response.body?.TransferResult?.TransferId !== oldest.transferId)
      breaches.push(`preview ${oldest.previewId} answered with another transfer`)
  }

  const running = new Set<Promise<void>>()
  const timers = works.map(([everyMs, work]) =>
    setInterval(() => {
      const one: Promise<void> = work()
        .catch((error: Error) => {
          if (!stopping.signal.aborted) breaches.push(`${work.name || 'a request'} failed: ${error.message}`)
        })
        .finally(() => running.delete(one))
      running.add(one)
    }, everyMs),
  )
  return {
    figures,
    breaches,
    async stop() {
      for (const timer of timers) clearInterval(timer)
      stopping.abort()
      await Promise.all(running)
    },
  }
}
