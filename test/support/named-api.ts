import type { LinkApi } from '../../components/flow/link-api.ts'
import type { Account, Connection, Integration, Session } from '../../components/flow/link-responses.ts'
import type { ExecuteResponse, Holding, Preview, Transfer } from '../../components/flow/transfer-responses.ts'

/** A scripted server with one method for each endpoint. */
export interface NamedApi {
  readSession(): Promise<Session>
  listIntegrations(): Promise<Integration[]>
  connect(type: string, fields: unknown): Promise<Connection>
  enterCode(connectionId: string, code: string): Promise<Connection>
  resendCode(connectionId: string, kind?: string): Promise<Connection>
  readConnection(connectionId: string): Promise<Connection>
  openAccount(accessToken: string, brokerType: string): Promise<Account>
  listHoldings(accountId: string): Promise<{ status: string; holdings: Holding[] }>
  preview(choice: unknown): Promise<Preview>
  execute(order: unknown): Promise<ExecuteResponse>
  resendExecute(previewId: string, kind?: string): Promise<ExecuteResponse>
  readTransfer(transferId: string): Promise<Transfer>
}

type Body = Record<string, string>
type Route = [RegExp, (api: NamedApi, id: string, body: Body) => Promise<unknown>]

const reads: Route[] = [
  [/^session$/, (api) => api.readSession()],
  [/^integrations$/, async (api) => ({ integrations: await api.listIntegrations() })],
  [/^connect\/(.+)$/, (api, id) => api.readConnection(id)],
  [/^holdings\?accountId=(.+)$/, (api, id) => api.listHoldings(id)],
  [/^transfer\/(.+)$/, async (api, id) => ({ transfer: await api.readTransfer(id) })],
]
const writes: Route[] = [
  [/^connect$/, (api, _, { type = '', fields }) => api.connect(type, fields)],
  [/^connect\/(.+)\/code$/, (api, id, { code = '' }) => api.enterCode(id, code)],
  [/^connect\/(.+)\/resend$/, (api, id, { kind }) => api.resendCode(id, kind)],
  [
    /^accounts$/,
    async (api, _, { accessToken = '', brokerType = '' }) => ({
      account: await api.openAccount(accessToken, brokerType),
    }),
  ],
  [/^preview$/, async (api, _, choice) => ({ preview: await api.preview(choice) })],
  [/^execute$/, (api, _, order) => api.execute(order)],
  [/^execute\/resend$/, (api, _, { previewId = '', kind }) => api.resendExecute(previewId, kind)],
]

export function apiOver(named: NamedApi): LinkApi {
  const send = async (routes: Route[], path: string, body: Body) => {
    for (const [pattern, respond] of routes) {
      const [found, id = ''] = pattern.exec(path) ?? []
      if (found !== undefined) return respond(named, id, body)
    }
    throw new Error(`no endpoint at ${path}`)
  }
  return {
    get: async <Content>(path: string) => (await send(reads, path, {})) as Content,
    post: async <Content>(path: string, body: unknown) => (await send(writes, path, body as Body)) as Content,
    reclaimLink: () => Promise.reject(new Error('nothing was moved')),
    end() {},
  }
}
