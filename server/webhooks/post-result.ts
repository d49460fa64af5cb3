export interface WebhookRequest {
  url: string
  headers: Record<string, string>
  body: string
  clientCertificate: { certificate: string; key: string } | undefined
}

export type PostResult =
  | {
      kind: 'response'
      status: number
      retryAfterSeconds: number | undefined
      bodyStart: string
      durationMs: number
    }
  | { kind: 'failed'; reason: 'refused' | 'timeout' | 'tls'; durationMs: number }

/** Rejects only if `signal` aborts before there is a response. */
export type PostWebhook = (request: WebhookRequest, signal: AbortSignal) => Promise<PostResult>
