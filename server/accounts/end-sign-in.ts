// Removes an account. All tokens of its sign-in are revoked immediately. Its credentials are erased immediately too, unless a
// transfer is pending: polling it needs them, so they are erased when it ends. Transfers stay.

import { inTransaction, type Query } from '../storage/storage.ts'
import { recordAccountsEnded } from './account-events.ts'
import { type AccountDeps, accountFromToken } from './accounts.ts'
import { endTokens, type TokenDeps } from './tokens.ts'

/** Throws the errors of `accountFromToken`. */
export async function endSignIn(
  deps: AccountDeps,
  { clientId, token, type }: { clientId: string; token: string; type: string },
): Promise<void> {
  const { signInId } = await accountFromToken(deps, { clientId, userId: null }, { token, type, field: 'type' })
  const now = deps.now()
  await inTransaction(deps.database, async (query) => {
    await endStoredSignIn(query, signInId, now)
    await eraseCredentials(query)
  })
}

/** Its credentials stay until `eraseCredentials`. A sign-in that has ended before keeps the time of its end. */
export async function endStoredSignIn(query: Query, signInId: string, now: Date): Promise<void> {
  const at = now.getTime()
  // Lock the row that an execute holds while it writes its transfer, so that one of the two sees the other.
  await query
    .updateTable('sign_in')
    .set(({ fn, val }) => ({ ended_at: fn.coalesce('ended_at', val(at)), in_use_until: at }))
    .where('id', '=', signInId)
    .execute()
  const accounts = query.selectFrom('account').select('id').where('sign_in_id', '=', signInId)
  await endTokens(query, { signInId }, at)
  await recordAccountsEnded(query, signInId, now)
  await query.updateTable('link').set({ from_account_id: null }).where('from_account_id', 'in', accounts).execute()
  await query.updateTable('link_session').set({ account_id: null }).where('account_id', 'in', accounts).execute()
  await query.deleteFrom('session_account').where('account_id', 'in', accounts).execute()
}

/** Returns the number of sign-ins. */
export async function eraseEndedSignIns({ database }: Pick<TokenDeps, 'database'>): Promise<number> {
  return eraseCredentials(database.query)
}

/** Erases the credentials of ended sign-ins that no pending transfer needs. Returns their number. */
export async function eraseCredentials(query: Query): Promise<number> {
  const erased = await query
    .updateTable('sign_in')
    .set({ sealed_credentials: '' })
    .where('ended_at', 'is not', null)
    .where('sealed_credentials', '<>', '')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('transfer')
            .innerJoin('account', 'account.id', 'transfer.account_id')
            .select('transfer.id')
            .whereRef('account.sign_in_id', '=', 'sign_in.id')
            .where('transfer.status', '=', 'Pending'),
        ),
      ),
    )
    .executeTakeFirstOrThrow()
  return Number(erased.numUpdatedRows)
}
