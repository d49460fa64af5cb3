import * as z from 'zod'
import { after, reason } from './page.ts'

export const webhookStates = ['on', 'failing', 'paused', 'off'] as const

export const webhooksQuery = z.object({
  client: z.string().max(60).optional(),
  state: z.enum(webhookStates).optional(),
  after,
})

export interface WebhookFailure {
  at: string
  /** Null without a response. */
  status: number | null
  reason: 'refused' | 'timeout' | 'tls' | 'status'
}

/** GET /api/webhooks */
export interface WebhookRow {
  id: string
  url: string
  description: string
  client: { id: string; name: string }
  format: 'standard' | 'mesh'
  types: string[]
  /** `failing`: requests fail, and the next ones wait until `retryAt`. */
  state: (typeof webhookStates)[number]
  /** Who paused it, or why it is off. */
  stateReason: 'client' | 'operator' | 'gone' | 'failing' | null
  retryAt: string | null
  failingSince: string | null
  lastSuccessAt: string | null
  createdAt: string
  waiting: number
  oldestWaitingAt: string | null
  lastFailure: WebhookFailure | null
}

/** GET /api/webhooks/:id/deliveries. Without a state: all, newest first. `waiting`: those that are sent next, first. */
export const deliveriesQuery = z.object({
  state: z.enum(['waiting', 'failed']).optional(),
  transfer: z.string().trim().max(100).optional(),
  since: z.iso.datetime({ error: 'must be a UTC time, for example 2026-11-20T14:02:00Z' }).optional(),
  after,
})

export interface DeliveryAttempt {
  n: number
  at: string
  durationMs: number
  status: number | null
  reason: 'refused' | 'timeout' | 'tls' | 'status' | null
  /** The first kilobyte of the response. */
  response: string
}

export interface DeliveryRow {
  id: string
  type: string
  transferId: string | null
  state: 'waiting' | 'delivered' | 'failed'
  tries: number
  createdAt: string
  endedAt: string | null
  /** Null if none is planned: it has ended, the endpoint is paused or off, or an earlier event of the transfer waits. */
  nextTryAt: string | null
  lastAttempt: DeliveryAttempt | null
}

/** GET /api/webhooks/:id/deliveries/:deliveryId */
export interface DeliveryDetail extends DeliveryRow {
  url: string
  /** Null before the first request. Every attempt sends the same body. */
  body: string | null
  /** The last 20, oldest first. Signatures are not stored. */
  attempts: (DeliveryAttempt & { headers: Record<string, string> })[]
}

/** POST /api/webhooks/:id/replay. Exactly one of the first three. */
export const replayRequest = z
  .object({
    reason,
    deliveryId: z.uuid('must be the id of a delivery').optional(),
    since: z.iso.datetime({ error: 'must be a UTC time, for example 2026-11-20T14:02:00Z' }).optional(),
    failed: z.literal(true).optional(),
  })
  .refine(
    ({ deliveryId, since, failed }) => [deliveryId, since, failed].filter((each) => each !== undefined).length === 1,
    {
      path: ['since'],
      error: 'must be a time, unless one delivery or all failed ones are replayed',
    },
  )

export interface Replayed {
  replayed: number
}

/** POST /api/webhooks/:id/test */
export interface SentTestEvent {
  deliveryId: string
}
