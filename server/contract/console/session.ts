import * as z from 'zod'
import type { Role } from './role.ts'

/** GET /api/sign-in: how operators can sign in here. */
export interface SignInMethods {
  oidc: boolean
  passkeys: boolean
  environment: 'sandbox' | 'production'
}

/** POST /api/sign-in/once */
export const signInOnceRequest = z.object({ code: z.string().max(200) })

/** GET /api/session */
export interface ConsoleSession {
  operator: { id: string; name: string; role: Role }
  /** Until then, actions that require a recent sign-in are accepted. Null: a new sign-in is required. */
  recentUntil: string | null
  expiresAt: string
  environment: 'sandbox' | 'production'
  version: string
  /** A second operator has to approve the resolution of a transfer. */
  twoPersonResolve: boolean
}
