import * as z from 'zod'
import { type LimitName, limitNames } from '../limit-names.ts'
import { after, reason } from './page.ts'
import type { PauseRow } from './pauses.ts'

export const clientsQuery = z.object({ search: z.string().trim().max(200).optional(), after })

/** GET /api/clients */
export interface ClientRow {
  id: string
  name: string
  createdAt: string
  /** Of the last 30 days. */
  transfers: number
  validSecrets: number
  webhooks: number
  isPaused: boolean
}

export interface ClientSecret {
  id: string
  /** Its first characters. Null for an older secret. */
  prefix: string | null
  createdAt: string
  lastUsedAt: string | null
  revokedAt: string | null
}

export interface ClientLimit {
  name: LimitName
  /** As it is set for this client, and for all clients. Null if it is not set. */
  own: string | null
  ofAll: string | null
  /** What applies, for people: `20 a day`. Null: no limit. */
  inForce: string | null
  /** For people. Null if it is not counted, because no limit requires it. */
  usedToday: string | null
}

export interface AllowedPlace {
  /** As commands write it. */
  place: string
  network: string
  address: string
  addressTag: string
  isOfAllClients: boolean
  addedAt: string
}

/** GET /api/clients/:id */
export interface ClientDetail extends Omit<ClientRow, 'validSecrets'> {
  secrets: ClientSecret[]
  maximumSecrets: number
  callbackUrls: string[]
  limits: ClientLimit[]
  /** When the usage of today begins again. */
  dayEndsAt: string
  allowList: { isUsed: boolean; places: AllowedPlace[] }
  /** Pauses that cover this client. */
  pauses: PauseRow[]
}

const url = z.string().max(2000)

/** POST /api/clients */
export const newClientRequest = z.object({
  reason,
  name: z.string().trim().min(1).max(100),
  callbackUrls: z.array(url).max(20).default([]),
})

/** POST /api/clients/:id/secrets */
export const newSecretRequest = z.object({ reason, revokesOthers: z.boolean().default(false) })

/** The response of both. The secret is returned only once. */
export interface NewSecret {
  clientId: string
  secretId: string | null
  secret: string
}

/** DELETE /api/clients/:id/secrets/:secretId */
export const reasonOnly = z.object({ reason })

/** POST and DELETE /api/clients/:id/callback-urls */
export const callbackRequest = z.object({ reason, url })

/** POST /api/clients/:id/limits. `value` is what `transfer-link limit set` accepts. */
export const setLimitRequest = z.object({ reason, name: z.enum(limitNames), value: z.string().trim().max(40) })

/** DELETE /api/clients/:id/limits */
export const removeLimitRequest = z.object({ reason, name: z.enum(limitNames) })

/** POST and DELETE /api/clients/:id/destinations */
export const placeRequest = z.object({ reason, place: z.string().trim().max(400) })
