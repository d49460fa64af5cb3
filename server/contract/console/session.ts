import type { Role } from './role.ts'

/** GET /api/sign-in: how operators can sign in here. */
export interface SignInMethods {
  oidc: boolean
  passkeys: boolean
  /** Why browsers refuse passkeys at the console's address. Null if they accept them. */
  passkeysRefused: string | null
  /** How the operator of the present session confirms an action that requires a recent sign-in. `demo`: by a button, in the sandbox. */
  again: 'oidc' | 'passkey' | 'demo' | null
  environment: 'sandbox' | 'production'
}

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
