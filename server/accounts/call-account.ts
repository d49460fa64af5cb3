// Calls to an exchange for one account. Expired access is renewed once, and the renewed credentials are stored for later calls.

import { ExchangeFailure } from '../exchanges/exchange-failure.ts'
import type { Credentials } from '../exchanges/sign-in.ts'
import { changedOne, type Database, pauseFor } from '../storage/storage.ts'
import { type Account, type AccountDeps, credentialsPurpose } from './accounts.ts'
import { callExchange } from './call-exchange.ts'

/** Converts failures to errors of the catalogue: nothing was executed. */
export function callAccount<T>(
  deps: AccountDeps,
  account: Account,
  call: (credentials: Credentials) => Promise<T>,
): Promise<T> {
  return callExchange(account.exchange, () => withRenewal(deps, account, call))
}

/** Throws failures as ExchangeFailures, for callers that decide by their kind. */
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

// A rotating refresh token works once, so all callers of a sign-in share one renewal: by its promise in this process, by a time in the
// row across processes. If a process dies during a renewal, the others wait until that time.
const renewalMs = 20_000
const renewalPauseMs = 100
const renewalTries = 50
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
  for (let tries = 0; tries < renewalTries; tries++) {
    const { sealed_credentials } = await deps.database.query
      .selectFrom('sign_in')
      .select('sealed_credentials')
      .where('id', '=', account.signInId)
      .executeTakeFirstOrThrow()
    const stored = deps.sealer.open(credentialsPurpose, sealBinding(account), sealed_credentials)
    if (JSON.stringify(stored) !== JSON.stringify(account.credentials)) return stored
    const renewingUntil = await reserveRenewal(deps, account, sealed_credentials)
    if (renewingUntil !== null)
      return renewReserved(deps, account, { stored, sealedBefore: sealed_credentials, renewingUntil })
    await pauseFor(deps.database, renewalPauseMs)
  }
  throw new ExchangeFailure('unavailable')
}

/** Returns null while another process renews this sign-in. */
async function reserveRenewal(deps: AccountDeps, account: Account, sealedBefore: string): Promise<number | null> {
  const now = deps.now().getTime()
  const reserved = await deps.database.query
    .updateTable('sign_in')
    .set({ renewing_until: now + renewalMs })
    .where('id', '=', account.signInId)
    .where('sealed_credentials', '=', sealedBefore)
    .where((where) =>
      where.or([
        where('renewing_until', 'is', null),
        where('renewing_until', '<', now),
        // Covers a row written by a wrong clock.
        where('renewing_until', '>', now + renewalMs),
      ]),
    )
    .executeTakeFirstOrThrow()
  return changedOne(reserved) ? now + renewalMs : null
}

async function renewReserved(
  deps: AccountDeps,
  account: Account,
  { stored, sealedBefore, renewingUntil }: { stored: Credentials; sealedBefore: string; renewingUntil: number },
): Promise<Credentials> {
  const update = deps.database.query.updateTable('sign_in').where('id', '=', account.signInId)
  try {
    const renewed = { ...stored, ...(await account.exchange.renew(stored)) }
    await storeRenewed(deps, account, { stored, renewed, sealedBefore })
    return renewed
  } finally {
    await update.set({ renewing_until: null }).where('renewing_until', '=', renewingUntil).execute()
  }
}

/**
 * Credentials that were written in the meantime are newer than these. The same credentials may also have been sealed with another
 * master key in the meantime: those are replaced.
 */
async function storeRenewed(
  deps: AccountDeps,
  account: Account,
  { stored, renewed, sealedBefore }: { stored: Credentials; renewed: Credentials; sealedBefore: string },
): Promise<void> {
  const { query } = deps.database
  const sealed_credentials = deps.sealer.seal(credentialsPurpose, sealBinding(account), renewed)
  const update = query.updateTable('sign_in').set({ sealed_credentials }).where('id', '=', account.signInId)
  for (let before = sealedBefore; ; ) {
    const written = await update.where('sealed_credentials', '=', before).executeTakeFirstOrThrow()
    if (changedOne(written)) return
    const select = query.selectFrom('sign_in').select('sealed_credentials').where('id', '=', account.signInId)
    const sealed = (await select.executeTakeFirst())?.sealed_credentials ?? ''
    if (sealed === '') return
    const current = deps.sealer.open(credentialsPurpose, sealBinding(account), sealed)
    if (JSON.stringify(current) !== JSON.stringify(stored)) return
    before = sealed
  }
}

function sealBinding({ clientId, signInId }: Account): [string, string] {
  return [clientId, signInId]
}
