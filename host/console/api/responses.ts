// The responses of the console's server that every screen uses.

/** From the least to the most. Each may do everything that those before it may. */
export const roles = ['viewer', 'operator', 'admin'] as const
export type Role = (typeof roles)[number]

export type Environment = 'sandbox' | 'production'

/** GET /api/session */
export interface ConsoleSession {
  operator: { id: string; name: string; role: Role }
  /** Until then, actions that require a recent sign-in are accepted. Null: a new sign-in is required. */
  recentUntil: string | null
  expiresAt: string
  environment: Environment
  version: string
  /** A second operator has to approve the resolution of a transfer. */
  twoPersonResolve: boolean
}

/** GET /api/sign-in: how operators can sign in here. */
export interface SignInMethods {
  oidc: boolean
  passkeys: boolean
  environment: Environment
}

/** One page of a list. */
export interface Page<Row> {
  rows: Row[]
  /** The value of `after` for the next page. Null on the last one. */
  next: string | null
}

/** The body of every error. */
export interface ConsoleErrorBody {
  errorType: string
  message: string
  /** The field of the request that is not valid. */
  field?: string
}

export function includesRole(role: Role, required: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(required)
}
