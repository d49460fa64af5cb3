// Removes a user's accounts: their tokens and credentials at once, and their names and ids once no transfer needs them.

import type { Query } from '../storage/storage.ts'
import { endStoredSignIn, eraseCredentials } from './end-sign-in.ts'

export interface UserOfClient {
  clientId: string
  userId: string
}

/** Erases what was stored until the request. */
export interface Erasure extends UserOfClient {
  requestedAt: Date
}

interface EndedAccounts {
  signIns: number
  tokens: number
}

/** The credentials that an open transfer needs are erased when it ends. */
export async function endAccounts(query: Query, { clientId, userId }: UserOfClient, now: Date): Promise<EndedAccounts> {
  const ended = { signIns: 0, tokens: 0 }
  const signIns = query.selectFrom('sign_in').select('id').where('client_id', '=', clientId)
  for (const { id } of await signIns.where('user_id', '=', userId).orderBy('id').execute()) {
    ended.signIns += 1
    await endStoredSignIn(query, id, now)
    const tokens = await query.deleteFrom('token').where('sign_in_id', '=', id).executeTakeFirstOrThrow()
    ended.tokens += Number(tokens.numDeletedRows)
    await query.deleteFrom('token_delivery').where('sign_in_id', '=', id).execute()
  }
  await eraseCredentials(query)
  return ended
}

/** Those that were connected until `requestedAt`. Accounts of transfers stay without their names and ids. Returns the ids of all. */
export async function eraseAccounts(query: Query, { clientId, userId, requestedAt }: Erasure): Promise<string[]> {
  const signIns = query
    .selectFrom('sign_in')
    .select('id')
    .where('client_id', '=', clientId)
    .where('user_id', '=', userId)
    .where('created_at', '<=', requestedAt.getTime())
  const signInIds = (await signIns.execute()).map(({ id }) => id)
  if (signInIds.length === 0) return []
  const accounts = query.selectFrom('account').select('id').where('sign_in_id', 'in', signInIds)
  const accountIds = (await accounts.execute()).map(({ id }) => id)
  await query.deleteFrom('preview').where('account_id', 'in', accounts).execute()
  await query
    .deleteFrom('account')
    .where('sign_in_id', 'in', signInIds)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('transfer').select('transfer.id').whereRef('transfer.account_id', '=', 'account.id'))),
    )
    .execute()
  await query
    .updateTable('account')
    .set({ user_id: '', external_id: '', name: '' })
    .where('sign_in_id', 'in', signInIds)
    .execute()
  await query
    .deleteFrom('sign_in')
    .where('id', 'in', signInIds)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('account').select('account.id').whereRef('account.sign_in_id', '=', 'sign_in.id'))),
    )
    .execute()
  await query.updateTable('sign_in').set({ user_id: '', sealed_credentials: '' }).where('id', 'in', signInIds).execute()
  return accountIds
}
