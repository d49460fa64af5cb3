// Deletes messages that wallets did not sign in time, and old proofs of ownership. A user proves the address again when it is required.

import { deleteBatch } from '../storage/delete-batch.ts'
import type { Database } from '../storage/storage.ts'

interface DeletionDeps {
  database: Database
  now(): Date
}

const proofKeepMs = 365 * 86_400_000

/** At most one batch. Returns the number of messages. */
export function deleteExpiredChallenges({ database: { query }, now }: DeletionDeps): Promise<number> {
  const expired = query.selectFrom('wallet_challenge').select('id').where('expires_at', '<=', now().getTime())
  return deleteBatch(query, { table: 'wallet_challenge', key: ['id'] }, expired)
}

/** At most one batch. Returns the number of proofs. A proof stays while a transfer of its user is open: it may decide whose payment it is. */
export function deleteOldProofs({ database: { query }, now }: DeletionDeps): Promise<number> {
  const key = ['client_id', 'user_id', 'address', 'network_key'] as const
  const old = query
    .selectFrom('wallet_ownership')
    .select(key)
    .where('proved_at', '<=', now().getTime() - proofKeepMs)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('transfer')
            .select('transfer.id')
            .whereRef('transfer.client_id', '=', 'wallet_ownership.client_id')
            .whereRef('transfer.user_id', '=', 'wallet_ownership.user_id')
            .where((where) =>
              where.or([
                where('status', '=', 'Pending'),
                where.and([where('status', '=', 'Hidden'), where('next_poll_at', 'is not', null)]),
              ]),
            ),
        ),
      ),
    )
  return deleteBatch(query, { table: 'wallet_ownership', key }, old)
}
