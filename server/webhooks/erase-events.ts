// Removes personal data from the events of subjects whose user was erased: the bodies that were sent, what receivers responded, and the
// names in events of accounts. The events stay in the list of their client.

import { sql } from 'kysely'
import type { Query } from '../storage/storage.ts'

export async function eraseEvents(
  query: Query,
  { clientId, subjectIds }: { clientId: string; subjectIds: readonly string[] },
): Promise<void> {
  if (subjectIds.length === 0) return
  const events = query.selectFrom('client_event').select(['id', 'data']).where('subject_id', 'in', subjectIds)
  const rows = await events.where('client_id', '=', clientId).execute()
  if (rows.length === 0) return
  const eventIds = rows.map(({ id }) => id)
  await query.deleteFrom('webhook_message').where('event_id', 'in', eventIds).execute()
  const endpoints = query.selectFrom('webhook_endpoint').select('id').where('client_id', '=', clientId)
  const attempts = query.updateTable('webhook_attempt').set({ response_start: '' }).where('event_id', 'in', eventIds)
  await attempts.where('endpoint_id', 'in', endpoints).execute()
  for (const { id, data } of rows) {
    await query
      .updateTable('client_event')
      .set({ data: erasedData(data) })
      .where('id', '=', id)
      .execute()
  }
}

/**
 * The accounts of a user in the list of events, which has them also once the sign-in is deleted. It reads every event of an account that
 * the client has.
 */
export async function accountsInEvents(
  query: Query,
  { clientId, userId }: { clientId: string; userId: string },
  until: Date,
): Promise<string[]> {
  const named = `%"userId":${JSON.stringify(userId).replace(/[\\%_]/g, '\\$&')}%`
  const rows = await query
    .selectFrom('client_event')
    .select(['subject_id', 'data'])
    .where('client_id', '=', clientId)
    .where('at', '<=', until.getTime())
    .where('type', 'in', ['account.connected', 'account.ended'])
    .where(sql<boolean>`data like ${named} escape '\\'`)
    .execute()
  // SQLite's `like` ignores the case of letters.
  const own = rows.filter(({ data }) => (JSON.parse(data) as { userId?: string }).userId === userId)
  return [...new Set(own.map(({ subject_id }) => subject_id))]
}

/** `userId` and `name` of accounts, and the data of the errors of transfers. */
function erasedData(text: string): string {
  const data = JSON.parse(text) as Record<string, unknown>
  const empty: Record<string, unknown> = { userId: '', name: '', errorData: {} }
  return JSON.stringify(Object.fromEntries(Object.entries(data).map(([name, value]) => [name, empty[name] ?? value])))
}
