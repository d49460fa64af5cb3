import * as z from 'zod'
import { after } from './page.ts'

const facts = z.string().max(200).optional()

/** GET /api/audit */
export const auditQuery = z.object({
  action: z
    .string()
    .regex(/^[a-zA-Z.-]{1,60}$/, 'must be an action or its first word, for example client.revoke or client')
    .optional(),
  target: facts,
  actor: facts,
  since: z.iso.datetime({ error: 'must be a UTC time, for example 2026-11-20T14:02:00Z' }).optional(),
  after,
})

export interface AuditRow {
  n: number
  at: string
  actor: string
  /** `console` and the address of the operator, or the machine of a command. */
  origin: string
  action: string
  target: string
  before: object | null
  after: object | null
  reason: string | null
}

/** GET /api/audit/verify */
export interface AuditVerification {
  entries: number
  lastHash: string
  /** The number of the first entry that is missing or was changed. Null if there is none. */
  broken: number | null
}
