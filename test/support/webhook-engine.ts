// The sending of webhooks over a real database, with a clock that the test moves. A function replaces the requests.
import { randomUUID } from 'node:crypto'
import type { EventType } from '../../server/contract/event-types.ts'
import { defaultEventTypes } from '../../server/contract/event-types.ts'
import { recordEvent } from '../../server/events/record-event.ts'
import { eventToWire } from '../../server/routes/webhooks/event-wire.ts'
import { type Database, inTransaction } from '../../server/storage/storage.ts'
import type { PostResult, WebhookRequest } from '../../server/webhooks/post-webhook.ts'
import type { WebhookDeps } from '../../server/webhooks/webhook-deps.ts'
import { createEndpoint, endpointById, type WebhookEndpoint } from '../../server/webhooks/webhook-endpoint.ts'
import { type WebhookPool, webhookPool } from '../../server/webhooks/webhook-pool.ts'

export interface ReceivedWebhook {
  url: string
  id: string
  body: string
}

export interface WebhookEngine {
  deps: WebhookDeps
  received: ReceivedWebhook[]
  /** The response to each request; 200 until it is replaced. */
  respond(request: ReceivedWebhook): PostResult | Promise<PostResult>
  pool: WebhookPool
  /** Serves until no endpoint has a due delivery. */
  serve(): Promise<void>
  addEndpoint(clientId: string, more?: Partial<WebhookEndpoint>): Promise<WebhookEndpoint>
  endpoint(clientId: string, id: string): Promise<WebhookEndpoint>
  /** Records an event of a subject. */
  record(clientId: string, subjectId: string, ordinal: number): Promise<string>
}

export const responseOf = (status: number, retryAfterSeconds?: number): PostResult => {
  return { kind: 'response', status, retryAfterSeconds, bodyStart: `status ${status}`, durationMs: 5 }
}

export const explorerUrl = (networkId: string, hash: string) => `https://explorer.example/${networkId}/${hash}`

export function webhookEngine(database: Database, now: () => Date): WebhookEngine {
  const never = new AbortController().signal
  const received: ReceivedWebhook[] = []
  const deps: WebhookDeps = {
    database,
    now,
    newId: randomUUID,
    random: () => 0.5,
    log: { info() {}, warn() {}, error() {} },
    secretsOf: ({ sealedSecret }) => ({ secrets: [sealedSecret], clientCertificate: undefined }),
    headersOf: ({ id }) => ({ 'webhook-id': id }),
    bodyOf: (source) => JSON.stringify(eventToWire({ explorerUrl }, source)),
    async post({ url, headers, body }: WebhookRequest) {
      const request = { url, id: headers['webhook-id'] ?? '', body }
      received.push(request)
      return engine.respond(request)
    },
  }
  const pool = webhookPool(deps, { stopping: never, shutdown: never })
  const engine: WebhookEngine = {
    deps,
    received,
    pool,
    respond: () => responseOf(200),
    async serve() {
      while ((await pool.fill()) > 0) await pool.settled()
    },
    async addEndpoint(clientId, more = {}) {
      const created = await createEndpoint(
        database,
        {
          ...{ id: randomUUID(), clientId, url: 'https://shop.example/hooks', format: 'standard' },
          ...{ types: [...defaultEventTypes], description: '', sealedSecret: 'sealed', sealedCertificate: null },
          ...more,
        },
        now(),
      )
      return created ?? Promise.reject(new Error('the client has too many endpoints'))
    },
    async endpoint(clientId, id) {
      const found = await endpointById(database.query, { clientId, id })
      return found ?? Promise.reject(new Error('there is no such endpoint'))
    },
    async record(clientId, subjectId, ordinal) {
      const type: EventType = 'account.connected'
      const event = { id: `${subjectId} ${ordinal}`, clientId, type, at: now(), subjectId, ordinal, data: { ordinal } }
      await inTransaction(database, (query) => recordEvent(query, event, { isFirst: false }))
      return event.id
    },
  }
  return engine
}
