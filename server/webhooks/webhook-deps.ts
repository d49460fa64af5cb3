import type { Log } from '../log/log.ts'
import type { Database } from '../storage/storage.ts'
import type { EventSource } from './event-source.ts'
import type { PostWebhook } from './post-webhook.ts'
import type { WebhookEndpoint } from './webhook-endpoint.ts'

interface OpenedSecrets {
  /** The current one first. */
  secrets: readonly string[]
  clientCertificate: { certificate: string; key: string } | undefined
}

interface SignedMessage {
  id: string
  at: Date
  body: string
  secrets: readonly string[]
  format: WebhookEndpoint['format']
}

/** The dependencies of the process that sends webhooks. */
export interface WebhookDeps {
  database: Database
  log: Log
  now(): Date
  newId(): string
  /** From 0 to 1. */
  random(): number
  post: PostWebhook
  headersOf(message: SignedMessage): Record<string, string>
  secretsOf(endpoint: WebhookEndpoint, now: Date): OpenedSecrets
  /** The body of an event, as the text that is sent. */
  bodyOf(source: EventSource, format: WebhookEndpoint['format']): string
}
