import { ExchangeError } from '../../exchange-error.ts'
import type { EmulatorCall } from '../emulator.ts'
import type { EmulatorContext } from '../emulator-context.ts'
import type { Grant, OauthTokens } from './oauth-tokens.ts'

/** A call with an access token. */
export interface AuthorizedCall {
  context: EmulatorContext
  grant: Grant
  call: EmulatorCall
  params: Record<string, string>
  query: URLSearchParams
}

/** Throws invalid_token, expired_token, revoked_token, permission_missing, account_locked. */
export function authorize(tokens: OauthTokens, call: EmulatorCall, scope: string | null): Grant {
  const [scheme = '', token = ''] = (call.headers.authorization ?? '').split(' ')
  if (scheme.toLowerCase() !== 'bearer') throw new ExchangeError(401, 'invalid_token', 'The access token is invalid.')
  const grant = tokens.grantOf(token)
  call.login = grant.login.name
  if (grant.login.isLocked === true) throw new ExchangeError(401, 'account_locked', 'The account is locked.')
  if (scope !== null && !grant.scopes.includes(scope))
    throw new ExchangeError(403, 'permission_missing', 'Invalid scope')
  return grant
}
