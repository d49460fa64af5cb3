import * as z from 'zod'
import { isPlainText } from '../plain-text.ts'
import { after, reason } from './page.ts'
import { type Role, roles } from './role.ts'

const role = z.enum(roles)

/** Names an operator in the audit log. */
export const operatorName = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .refine(isPlainText, 'must not have control, invisible or direction characters')

/** GET /api/operators, GET /api/operators/sessions */
export const operatorsQuery = z.object({ after })

export interface OperatorRow {
  id: string
  name: string
  role: Role
  signIn: 'oidc' | 'passkey'
  createdAt: string
  /** Null before the first sign-in. */
  lastUsedAt: string | null
  passkeys: number
  sessions: number
}

export interface SessionRow {
  id: string
  operator: { id: string; name: string }
  createdAt: string
  usedAt: string
  expiresAt: string
  address: string
  /** The session of this request. */
  isOwn: boolean
}

/** POST /api/operators/invite. Without a role for an operator who exists. */
export const inviteRequest = z.object({
  reason,
  name: operatorName,
  role: role.optional(),
  /** The present passkeys are lost: deletes them, and ends the operator's sessions. */
  replacesPasskeys: z.boolean().optional(),
})

export interface InviteResponse {
  name: string
  role: Role
  /** Valid once. It is not shown again. */
  url: string
  expiresAt: string
}

/** POST /api/operators/:id/role */
export const roleRequest = z.object({ reason, role })

/** DELETE /api/operators/:id, and the requests that end sessions. */
export const reasonRequest = z.object({ reason })

export interface EndedSessions {
  ended: number
}
