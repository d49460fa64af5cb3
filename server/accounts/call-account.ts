// Calls to an exchange for one account. Expired access is renewed once, and what was renewed is kept for the next call.

import type { Credentials } from '../exchanges/exchange.ts'
import { ExchangeFailure } from '../exchanges/exchange.ts'
import type { Database } from '../storage/storage.ts'
import { type Account, type AccountDeps, credentialsPurpose } from './accounts.ts'
import { callExchange } from './call-exchange.ts'

/** Failures become errors of the catalogue: nothing was executed. */
export function callAccount<T>(
  deps: AccountDeps,
  account: Account,
  call: (credentials: Credentials) => Promise<T>,
): Promise<T> {
  return callExchange(account.exchange, () => withRenewal(deps, account, call))
}

/** Failures stay ExchangeFailures, for callers that decide by their kind. */
export async function withRenewal<T>(
  deps: AccountDeps,
  account: Account,
  call: (credentials: Credentials) => Promise<T>,
): Promise<T> {
  try {
    return await call(account.credentials)
  } catch (error) {
    if (!(error instanceof ExchangeFailure) || error.kind !== 'signInEnded') throw error
    account.credentials = await renew(deps, account)
    return call(account.credentials)
  }
}

// A rotating refresh token works once, so two callers of one sign-in wait for the same renewal.
const renewalsOf = new WeakMap<Database, Map<string, Promise<Credentials>>>()

function renew(deps: AccountDeps, account: Account): Promise<Credentials> {
  const renewals = renewalsOf.get(deps.database) ?? new Map<string, Promise<Credentials>>()
  renewalsOf.set(deps.database, renewals)
  const running =
    renewals.get(account.signInId) ?? renewOnce(deps, account).finally(() => renewals.delete(account.signInId))
  renewals.set(account.signInId, running)
  return running
}

async function renewOnce(deps: AccountDeps, account: Account): Promise<Credentials> {
  const { query } = deps.database
  const owner = [account.clientId, account.signInId]
  const row = await query
    .selectFrom('sign_in')
    .select('sealed_credentials')
    .where('id', '=', account.signInId)
    .executeTakeFirstOrThrow()
  const stored = deps.sealer.open(credentialsPurpose, owner, row.sealed_credentials)
  if (JSON.stringify(stored) !== JSON.stringify(account.credentials)) return stored
  const renewed = { ...stored, ...(await account.exchange.renew(stored)) }
  const sealed_credentials = deps.sealer.seal(credentialsPurpose, owner, renewed)
  await query.updateTable('sign_in').set({ sealed_credentials }).where('id', '=', account.signInId).execute()
  return renewed
}
