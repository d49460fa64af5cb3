import { json, type RouteResponse } from '../../http.ts'
import type { AuthorizedCall } from './context.ts'
import { uuidOf } from './wallets.ts'

export function showUser({ grant: { login, scopes } }: AuthorizedCall): RouteResponse {
  return json({
    data: {
      id: uuidOf(`user ${login.name}`),
      name: login.name,
      username: login.name,
      profile_location: null,
      profile_bio: null,
      profile_url: null,
      avatar_url: '',
      resource: 'user',
      resource_path: '/v2/user',
      ...(scopes.includes('wallet:user:email') ? { email: `${login.name}@example.com` } : {}),
      country: { code: 'US', name: 'United States of America', is_in_europe: false },
      time_zone: 'UTC',
      native_currency: 'USD',
    },
  })
}

/** The scopes that the user consented to. */
export function showAuth({ grant: { scopes, sendLimit } }: AuthorizedCall): RouteResponse {
  const { amount, currency, period } = sendLimit
  const meta = { send_limit_amount: amount, send_limit_currency: currency, send_limit_period: period }
  return json({ data: { method: 'oauth', scopes, oauth_meta: meta } })
}
