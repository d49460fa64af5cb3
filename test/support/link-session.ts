// A link session of the hosted page: the responses of its endpoints, and the user's actions at the sandbox exchange.
import { newSession, toBase } from './native-flow.ts'
import type { ApiResponse, Requests, TestServer } from './test-server.ts'

export interface LinkSession {
  token: string
  get(path: string): Promise<ApiResponse>
  post(path: string, body?: object): Promise<ApiResponse>
  connect(username: string, type?: string): Promise<ApiResponse>
  /** The account of a sign-in that connects at once. */
  accountOf(username: string): Promise<string>
  preview(accountId: string, amount: string, more?: object): Promise<ApiResponse>
  execute(previewId: string, more?: object): Promise<ApiResponse>
}

export async function openSession(server: Requests, body: object = { ToAddresses: [toBase] }): Promise<LinkSession> {
  const token = await newSession(server, body)
  const get = (path: string) => server.inSession(token, 'GET', `/api/v1/link/${path}`)
  const post = (path: string, sent: object = {}) => server.inSession(token, 'POST', `/api/v1/link/${path}`, sent)
  const connect = (username: string, type = 'sandbox') =>
    post('connect', { type, fields: { username, password: 'pass_good' } })
  return {
    token,
    get,
    post,
    connect,
    async accountOf(username) {
      const { body, text } = await connect(username)
      if (body.content?.state !== 'connected') throw new Error(`not connected: ${text}`)
      return body.content.accounts[0].accountId
    },
    preview: (accountId, amount, more = {}) =>
      post('preview', { accountId, networkId: toBase.NetworkId, symbol: toBase.Symbol, amount, ...more }),
    execute: (previewId, more = {}) => post('execute', { previewId, ...more }),
  }
}

/** The actions of a login's user on the exchange's pages. */
export function atExchange({ exchangeUrl }: Pick<TestServer, 'exchangeUrl'>, login: string) {
  const post = async (path: string, body: object = {}) => {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(exchangeUrl + path, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`)
  }
  const get = async (path: string) => (await fetch(exchangeUrl + path)).json()
  return {
    /** Newest first. */
    async messages(): Promise<{ kind: string; recipient: string; code: string; link: string }[]> {
      return (await get('/outbox?format=json')).messages
    },
    async openNewestLink() {
      const [message] = await this.messages()
      await fetch(exchangeUrl + new URL(message?.link ?? '').pathname)
    },
    async decide(answer: 'given' | 'declined') {
      const { approvals } = await get('/console/approvals')
      const own = approvals.find((approval: { login: string }) => approval.login === login)
      await post(`/console/approvals/${own.id}`, { answer })
    },
    do: (action: 'verify' | 'end-hold' | 'save-addresses' | 'reset') => post(`/console/logins/${login}/${action}`),
    /** Every order that the exchange received from this login. */
    async orders(): Promise<{ body: { clientId: string }; answer: string }[]> {
      const { requests } = await get('/console/requests')
      return requests.filter((request: { login: string }) => request.login === login)
    },
    async withdrawals(): Promise<{ id: string; amount: string; status: string }[]> {
      return (await get('/console/withdrawals')).withdrawals
    },
  }
}
