// Client applications: their key sets and the callback URLs registered for them.

import { randomUUID } from 'node:crypto'
import { ApiError } from '../contract/errors.ts'
import { plainText } from '../contract/plain-text.ts'
import {
  type Environment,
  environmentOf,
  hashSecret,
  newClientSecret,
  sameHash,
  shownPrefix,
} from '../secrets/tokens.ts'
import { preparedStatement } from '../storage/prepared-statement.ts'
import { type Database, inTransaction, type Query } from '../storage/storage.ts'
import { checkCallbackUrl } from './callback-url.ts'
import { noteUse } from './secret-use.ts'

export interface Client {
  id: string
  name: string
}

export interface ClientDeps {
  database: Database
  environment: Environment
  now(): Date
}

/**
 * Only a valid pair finds a row, so a known id takes as long as an unknown one. It is never cached: a revoked secret must fail at once.
 * A subquery instead of a join: see prepared-statement.ts.
 */
const validSecret = preparedStatement((query, { clientId, hash }: { clientId: string; hash: string }) =>
  query
    .selectFrom('client_secret')
    .select(({ selectFrom }) => [
      'client_id as id',
      'hash',
      'client_secret.id as secretId',
      'last_used_at as lastUsedAt',
      selectFrom('client')
        .select('name')
        .whereRef('client.id', '=', 'client_secret.client_id')
        .$asScalar()
        .$notNull()
        .as('name'),
    ])
    .where('client_id', '=', clientId)
    .where('hash', '=', hash)
    .where('revoked_at', 'is', null),
)

/** Has the length of a hash, but is the hash of no secret. */
const noHash = '-'.repeat(hashSecret('').length)

/** Finds the client that these two headers prove. Throws `missingCredentials`, `environmentMismatch`, `invalidCredentials`. */
export async function authenticateClient(deps: ClientDeps, clientId: string, clientSecret: string): Promise<Client> {
  if (clientId === '' || clientSecret === '') throw new ApiError('missingCredentials')
  const named = environmentOf(clientSecret)
  if (named !== null && named !== deps.environment) throw new ApiError('environmentMismatch')
  const hash = hashSecret(clientSecret)
  const [found] = (await validSecret(deps.database.query, { clientId: clientId.toLowerCase(), hash })).rows
  // Always compare once, so that a missing row takes as long as a wrong secret.
  if (!sameHash(found?.hash ?? noHash, hash) || found === undefined) throw new ApiError('invalidCredentials')
  noteUse(deps, found)
  return { id: found.id, name: found.name }
}

export async function clientById(query: Query, clientId: string): Promise<Client | undefined> {
  const row = await query.selectFrom('client').select(['id', 'name']).where('id', '=', clientId).executeTakeFirst()
  // Users see the name, and it may be older than the check of new names.
  return row && { id: row.id, name: plainText(row.name) }
}

export async function callbackUrlsOf(query: Query, clientId: string): Promise<string[]> {
  const rows = await query.selectFrom('callback_url').select('url').where('client_id', '=', clientId).execute()
  return rows.map((row) => row.url)
}

/**
 * Returns the callback URL of a link: the requested one, which must be registered in exactly this spelling, or the client's only
 * one. A registered URL that violates today's rules counts as not registered.
 * Throws `callbackUrlMissing`, `callbackUrlInvalid`, `callbackUrlNotRegistered`.
 */
export async function chooseCallbackUrl(
  { database, environment }: Pick<ClientDeps, 'database' | 'environment'>,
  clientId: string,
  given: string | undefined,
): Promise<string> {
  const all = await callbackUrlsOf(database.query, clientId)
  const registered = all.filter((url) => checkCallbackUrl(url, environment))
  if (given === undefined || given === '') {
    const [only] = registered
    if (registered.length !== 1 || only === undefined) throw new ApiError('callbackUrlMissing')
    return only
  }
  if (!checkCallbackUrl(given, environment)) throw new ApiError('callbackUrlInvalid', { field: 'callbackUrl' })
  if (!registered.includes(given)) throw new ApiError('callbackUrlNotRegistered', { field: 'callbackUrl' })
  return given
}

interface NewClient {
  name: string
  callbackUrls: readonly string[]
  /** Given for the sandbox's seeded client only. */
  id?: string
  secret?: string
}

/** Creates a client with one key set. The secret is returned only here; its hash is stored. */
export async function createClient(deps: ClientDeps, client: NewClient): Promise<{ id: string; secret: string }> {
  const id = client.id ?? randomUUID()
  const secret = client.secret ?? newClientSecret(deps.environment)
  const created_at = deps.now().getTime()
  await inTransaction(deps.database, async (query) => {
    await query.insertInto('client').values({ id, name: client.name, created_at }).execute()
    // A given secret may be no longer than what is shown of others.
    const prefix = client.secret === undefined ? shownPrefix(secret) : null
    const key = { id: randomUUID(), client_id: id, hash: hashSecret(secret), prefix, created_at, revoked_at: null }
    await query.insertInto('client_secret').values(key).execute()
    for (const url of client.callbackUrls) {
      await query.insertInto('callback_url').values({ client_id: id, url, created_at }).execute()
    }
  })
  return { id, secret }
}
