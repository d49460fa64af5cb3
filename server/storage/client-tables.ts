// The tables of clients and their requests, under the rules of tables.ts.

export interface ClientTable {
  id: string
  name: string
  created_at: number
}

export interface ClientSecretTable {
  id: string
  client_id: string
  hash: string
  /** The first characters of the secret, by which an operator recognises it. Null for an older secret. */
  prefix: string | null
  created_at: number
  revoked_at: number | null
  /** Written at most once an hour. */
  last_used_at: number | null
}

export interface CallbackUrlTable {
  client_id: string
  url: string
  created_at: number
}

/** The first response to a request with an Idempotency-Key. */
export interface IdempotencyKeyTable {
  client_id: string
  key_hash: string
  request_hash: string
  /** Set while the first request runs. If its process has ended, the key is free again at this time. */
  running_until: number | null
  /** The request executed nothing (a code is required): another request may use the key. */
  replaceable: number
  sealed_response: string | null
  created_at: number
  /** Null: after the operator's retention period. */
  expires_at: number | null
  /** The transfer in the response. */
  transfer_id: string | null
}

/** One bucket of a rate limit. Microseconds, which stay below 2^53 for two hundred years. */
export interface RateBucketTable {
  id: string
  busy_until: number
}
