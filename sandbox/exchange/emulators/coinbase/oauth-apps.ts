// The registered OAuth applications. One is seeded, so that no registration is required.

import type { ExchangeDatabase } from '../../database.ts'
import { badRequest, ExchangeError } from '../../exchange-error.ts'

export interface OauthApp {
  clientId: string
  secret: string
  name: string
  /** Must match exactly. */
  redirectUris: string[]
}

export interface OauthApps {
  find(clientId: string): OauthApp | undefined
  all(): OauthApp[]
  /** Throws not_found, bad_request. */
  setRedirectUris(clientId: string, uris: unknown): OauthApp
}

export const seededApp = {
  clientId: 'sandbox-coinbase-client-0001',
  secret: 'sandbox-coinbase-secret-0001',
  name: 'Transfer Link (sandbox)',
}

interface Row {
  client_id: string
  secret: string
  name: string
  redirect_uris: string
}

export function createOauthApps(database: ExchangeDatabase, redirectUris: string[]): OauthApps {
  // A start with other redirect URIs replaces the stored ones.
  database
    .prepare(
      `insert into oauth_app values (@clientId, @secret, @name, @uris)
       on conflict (client_id) do update set redirect_uris = excluded.redirect_uris`,
    )
    .run({ ...seededApp, uris: redirectUris.join(' ') })
  const find = database.prepare<[string], Row>('select * from oauth_app where client_id = ?')
  return {
    find: (clientId) => {
      const row = find.get(clientId)
      return row === undefined ? undefined : toApp(row)
    },
    all: () => database.prepare<[], Row>('select * from oauth_app order by rowid').all().map(toApp),
    setRedirectUris: (clientId, uris) => {
      const areUris =
        Array.isArray(uris) && uris.every((uri) => typeof uri === 'string' && /^https?:\/\/\S+$/.test(uri))
      if (!areUris) throw badRequest('redirectUris must be a list of addresses.')
      database.prepare('update oauth_app set redirect_uris = ? where client_id = ?').run(uris.join(' '), clientId)
      const row = find.get(clientId)
      if (row === undefined) throw new ExchangeError(404, 'not_found', 'There is no such application.')
      return toApp(row)
    },
  }
}

function toApp(row: Row): OauthApp {
  const redirectUris = row.redirect_uris.split(' ').filter((uri) => uri !== '')
  return { clientId: row.client_id, secret: row.secret, name: row.name, redirectUris }
}
