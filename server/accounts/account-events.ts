// The events of connected accounts. They contain no token and no credential.

import { eventId } from '../events/event-id.ts'
import { recordEvent } from '../events/record-event.ts'
import type { Query } from '../storage/storage.ts'

interface ReportedAccount {
  id: string
  clientId: string
  userId: string
  /** The type of its exchange. */
  type: string
  name: string
}

export async function recordAccountConnected(query: Query, account: ReportedAccount, now: Date): Promise<void> {
  const event = { ...eventOf(account, 'account.connected'), at: now, ordinal: 1 }
  await recordEvent(query, event, { isFirst: true })
}

/** Of each account of a sign-in. One that ended before is not reported again. */
export async function recordAccountsEnded(query: Query, signInId: string, now: Date): Promise<void> {
  const columns = ['id', 'client_id', 'user_id', 'exchange_type', 'name'] as const
  const accounts = query.selectFrom('account').select(columns).where('sign_in_id', '=', signInId)
  // In the order in which a replay locks the events of several accounts.
  const rows = await accounts.orderBy('id').execute()
  for (const { id, client_id: clientId, user_id: userId, exchange_type: type, name } of rows) {
    const account = { id, clientId, userId, type, name }
    const event = { ...eventOf(account, 'account.ended'), at: now, ordinal: 2 }
    await recordEvent(query, event, { isFirst: false })
  }
}

function eventOf<Type extends string>({ id, clientId, userId, type: exchangeType, name }: ReportedAccount, type: Type) {
  const data = { accountId: id, userId, type: exchangeType, name }
  return { id: eventId(id, type), clientId, type, subjectId: id, data }
}
