import * as z from 'zod'
import { reason } from './page.ts'

/** `restore`: until a restored database was compared with the exchanges. It ends with `transfer-link reconcile`. */
export interface PauseRow {
  scope: 'all' | 'restore' | 'exchange' | 'client'
  /** The type of the exchange, or the id of the client. Null for all. */
  target: string | null
  /** The name of the exchange or client. */
  name: string
  since: string
  /** Who paused, and why. Null for a pause that is older than the audit log, and for a command, which states no reason. */
  by: string | null
  reason: string | null
}

/** GET /api/pauses */
export interface PauseList {
  pauses: PauseRow[]
}

/** POST and DELETE /api/pauses */
export const pauseRequest = z
  .object({
    reason,
    scope: z.enum(['all', 'exchange', 'client']),
    target: z.string().max(60).optional(),
  })
  .refine(({ scope, target }) => (scope === 'all') === (target === undefined), {
    path: ['target'],
    error: 'must name the exchange or the client, and nothing else',
  })
