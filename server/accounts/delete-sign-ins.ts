// Deletes tokens, deliveries of tokens, and sign-ins that are no longer in use. A sign-in with a transfer stays, with its accounts, because
// transfers stay. Its credentials are erased.

import { deleteBatch } from '../storage/delete-batch.ts'
import { skipClaimed } from '../storage/dialect.ts'
import { inTransaction, type Query } from '../storage/storage.ts'
import { tokenDeliverySeconds } from './token-delivery.ts'
import type { TokenDeps } from './tokens.ts'

type DeletionDeps = Pick<TokenDeps, 'database' | 'now'>

/** Fewer than other rows, because each takes several statements. */
export const signInBatch = 50
/** The last time that a date can state. */
const forEver = 8_640_000_000_000_000

/** At most one batch. Returns the number of tokens. An expired token is reported as expired until then. */
export function deleteExpiredTokens({ database: { query }, now }: DeletionDeps, keepMs: number): Promise<number> {
  const expired = query
    .selectFrom('token')
    .select('hash')
    .where('expires_at', '<=', now().getTime() - keepMs)
  return deleteBatch(query, { table: 'token', key: ['hash'] }, expired)
}

/** At most one batch. Returns the number of deliveries. One that the client's server can still fetch stays. */
export function deleteOldDeliveries({ database: { query }, now }: DeletionDeps, keepMs: number): Promise<number> {
  const at = now().getTime()
  const old = query
    .selectFrom('token_delivery')
    .select('sign_in_id')
    .where('created_at', '<=', at - keepMs)
    .where((where) =>
      where.or([where('delivered_at', 'is not', null), where('created_at', '<=', at - tokenDeliverySeconds * 1000)]),
    )
  return deleteBatch(query, { table: 'token_delivery', key: ['sign_in_id'] }, old)
}

/** Checks the sign-ins that are due, at most one batch. Returns their number. */
export function deleteUnusedSignIns({ database, now }: DeletionDeps, keepMs: number): Promise<number> {
  const at = now().getTime()
  return inTransaction(database, async (query) => {
    const due = query
      .selectFrom('sign_in')
      .select('id')
      .where(({ fn }) => fn.coalesce('in_use_until', 'created_at'), '<=', at - keepMs)
      .orderBy(({ fn }) => fn.coalesce('in_use_until', 'created_at'))
      .limit(signInBatch)
    // Locked before they are checked: an execute of one of them is then either stored already, or finds its sign-in ended.
    const ids = (await skipClaimed(query, due).execute()).map(({ id }) => id)
    for (const id of ids) await deleteUnlessUsed(query, id, { now: at, keepMs })
    return ids.length
  })
}

async function deleteUnlessUsed(
  query: Query,
  id: string,
  { now, keepMs }: { now: number; keepMs: number },
): Promise<void> {
  const accounts = query.selectFrom('account').select('id').where('sign_in_id', '=', id)
  const ownTransfer = query.selectFrom('transfer').select('id').where('account_id', 'in', accounts)
  const lastToken = await lastExpiry(query, id)
  const isDue = lastToken === null || lastToken <= now - keepMs
  if (!isDue || (await isInUse(query, id))) {
    await query
      .updateTable('sign_in')
      .set({ in_use_until: isDue ? now : lastToken })
      .where('id', '=', id)
      .execute()
    return
  }
  await query.deleteFrom('token').where('sign_in_id', '=', id).execute()
  if ((await ownTransfer.executeTakeFirst()) !== undefined) {
    await query
      .updateTable('sign_in')
      .set(({ fn, val }) => ({
        sealed_credentials: '',
        ended_at: fn.coalesce('ended_at', val(now)),
        in_use_until: forEver,
      }))
      .where('id', '=', id)
      .execute()
    return
  }
  await query.deleteFrom('account').where('sign_in_id', '=', id).execute()
  await query.deleteFrom('sign_in').where('id', '=', id).execute()
}

/** When the last of the tokens expires that were not revoked. Null if there is none. */
async function lastExpiry(query: Query, id: string): Promise<number | null> {
  const tokens = query.selectFrom('token').where('sign_in_id', '=', id).where('revoked_at', 'is', null)
  const { last } = await tokens
    .select(({ fn }) => fn.max<number | null>('expires_at').as('last'))
    .executeTakeFirstOrThrow()
  return last
}

/** Whether a session, a delivery of tokens, a preview, or an open transfer needs the sign-in. */
async function isInUse(query: Query, id: string): Promise<boolean> {
  const accounts = query.selectFrom('account').select('id').where('sign_in_id', '=', id)
  const users = [
    query.selectFrom('connection').select('id').where('sign_in_id', '=', id).limit(1),
    query.selectFrom('token_delivery').select('sign_in_id').where('sign_in_id', '=', id).limit(1),
    query.selectFrom('session_account').select('session_id').where('account_id', 'in', accounts).limit(1),
    query.selectFrom('preview').select('id').where('account_id', 'in', accounts).limit(1),
    openTransfersOfSameAccounts(query, id).limit(1),
  ]
  for (const select of users) if ((await select.executeTakeFirst()) !== undefined) return true
  return false
}

/** Also of other sign-ins of the same user to the same accounts: their transfers may be polled with these credentials, until they are erased. */
function openTransfersOfSameAccounts(query: Query, id: string) {
  return query
    .selectFrom('account as own')
    .innerJoin('sign_in', 'sign_in.id', 'own.sign_in_id')
    .innerJoin('account as same', (join) =>
      join
        .onRef('same.exchange_type', '=', 'own.exchange_type')
        .onRef('same.external_id', '=', 'own.external_id')
        .onRef('same.client_id', '=', 'own.client_id')
        .onRef('same.user_id', '=', 'own.user_id'),
    )
    .innerJoin('transfer', 'transfer.account_id', 'same.id')
    .select('transfer.id')
    .where('own.sign_in_id', '=', id)
    .where(({ or, eb, ref }) => or([eb('sign_in.sealed_credentials', '<>', ''), eb('same.id', '=', ref('own.id'))]))
    .where((where) =>
      where.or([
        where('transfer.status', '=', 'Pending'),
        where('transfer.state', '=', 'RequiresAction'),
        where.and([where('transfer.state', '=', 'AwaitingWallet'), where('transfer.next_poll_at', 'is not', null)]),
      ]),
    )
}
