// Addresses whose ownership users have proved.

import type { Query } from '../storage/storage.ts'
import type { TransferTerms } from '../transfers/terms.ts'
import { isFromAnyAccount } from './find-sent.ts'

export interface User {
  clientId: string
  userId: string
}

/** A key controls its address on every EVM network, a contract only on its own network. */
export const everyNetwork = ''

/** Whether the user has proved the address that the terms name as the sender. */
export async function hasProved(query: Query, { clientId, userId }: User, terms: TransferTerms): Promise<boolean> {
  if (isFromAnyAccount(terms)) return false
  const proof = await query
    .selectFrom('wallet_ownership')
    .select('proved_at')
    .where('client_id', '=', clientId)
    .where('user_id', '=', userId)
    .where('address', '=', terms.fromAddress.toLowerCase())
    .where('network_key', 'in', [everyNetwork, terms.networkKey])
    .executeTakeFirst()
  return proof !== undefined
}
