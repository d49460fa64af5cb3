// The tables of events and webhooks, under the rules of tables.ts.

/** An event of a client: a webhook, and an entry of the event list. */
export interface ClientEventTable {
  /** Also the `webhook-id`. */
  id: string
  client_id: string
  type: string
  at: number
  /** The transfer, or the account or endpoint. Events of one subject are delivered in order. */
  subject_id: string
  /** Orders the events of a subject. */
  ordinal: number
  /** What the body contains and no other table has as of the event, as JSON. */
  data: string
  /** The place in the event list. A reader of the list assigns it. */
  position: number | null
}

/** A URL that receives the events of a client. */
export interface WebhookEndpointTable {
  id: string
  client_id: string
  url: string
  format: 'standard' | 'mesh'
  /** As a JSON list. */
  types: string
  description: string
  /** `paused` with `paused_until`: requests failed. Without it: `paused_by` paused it. An `off` one receives no events. */
  state: 'on' | 'paused' | 'off'
  /** Null is `client`. */
  paused_by: 'client' | 'operator' | null
  off_reason: 'gone' | 'failing' | null
  sealed_secret: string
  /** Signs too, until `old_secret_until`. */
  sealed_old_secret: string | null
  old_secret_until: number | null
  sealed_certificate: string | null
  /** Failed requests in a row. A rejection is none. */
  failures: number
  /** Events that were rejected since the last success. */
  rejected_events: number
  /** When the receiver accepted an event after it had rejected everything. Rejections from before count no more. */
  accepting_since: number | null
  failing_since: number | null
  /** No request is sent before. If it is past and the endpoint is `on`, retries of deliveries that were last tried before are due at once. */
  paused_until: number | null
  last_success_at: number | null
  lease: string | null
  leased_until: number | null
  /** When a process last leased it. Of endpoints with due deliveries, the lowest is next. */
  served_at: number
  /** The times of the test events of the last minute, as a JSON list. */
  tests_sent: string
  created_at: number
  /** It is deleted once its deliveries are. */
  deleted_at: number | null
}

/** The body of an event, written before the first request. Every attempt sends the same bytes. */
export interface WebhookMessageTable {
  event_id: string
  format: 'standard' | 'mesh'
  body: string
  created_at: number
}

/** An event at an endpoint. */
export interface WebhookDeliveryTable {
  endpoint_id: string
  event_id: string
  subject_id: string
  ordinal: number
  /** `failed`: the receiver rejected it again and again, or failed for it while it accepted others. */
  state: 'waiting' | 'delivered' | 'failed'
  /** Null unless it is the first one that waits of its subject. */
  due_at: number | null
  tries: number
  /** The tries before the last replay. */
  tries_before: number
  /** How often it was replayed. The result of a request that began before the last replay does not end it. */
  replays: number
  /** Tries since the last replay that count against the event (event-fault.ts). Those before the endpoint's `accepting_since` do not. */
  rejections: number
  /** When the last of them was. */
  rejected_at: number | null
  created_at: number
  done_at: number | null
}

/** One request of a delivery. */
export interface WebhookAttemptTable {
  endpoint_id: string
  event_id: string
  n: number
  at: number
  duration_ms: number
  /** Null if there was no response. */
  status: number | null
  reason: 'refused' | 'timeout' | 'tls' | 'status' | null
  /** The first kilobyte. */
  response_start: string
}
