// Ends the payment requests of a link whose page has left them. An ended request is watched for a late payment as long as before, but
// requires no operator if none arrives.

import { selfCustodyType } from '../exchanges/registry.ts'
import type { Query } from '../storage/storage.ts'

interface LinkUser {
  clientId: string
  userId: string
  linkId: string
}

/** The page was closed, or shows another request. */
export async function endRequests(query: Query, { clientId, userId, linkId }: LinkUser, now: Date): Promise<void> {
  const open = query
    .selectFrom('transfer')
    .select('id')
    .where('client_id', '=', clientId)
    .where('user_id', '=', userId)
    .where('status', '=', 'Hidden')
    .where('state', '=', 'AwaitingWallet')
    .where('exchange_type', '=', selfCustodyType)
    .where('from_address', '=', '')
    .where('link_id', '=', linkId)
    .where('next_poll_at', 'is not', null)
  const update = query.updateTable('wallet_watch').set({ declined_at: now.getTime() }).where('declined_at', 'is', null)
  await update.where('transfer_id', 'in', open).execute()
}
