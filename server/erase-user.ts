// Erases a user of a client. Credentials, tokens and links go at once. What proves a transfer stays for as long as the operator has set,
// and then without the user. docs/src/content/docs/operate/erase-users.md lists what is erased, and when.

import { type Erasure, endAccounts, eraseAccounts, type UserOfClient } from './accounts/erase-accounts.ts'
import { eraseResponses } from './clients/erase-responses.ts'
import { eraseLinks } from './links/erase-links.ts'
import { type Database, inTransaction, pauseFor, type Query } from './storage/storage.ts'
import { dayOf } from './transfers/daily-usage.ts'
import { countUnerased, eraseTransfers, erasureBatch } from './transfers/erase-transfers.ts'
import { accountsInEvents, eraseEvents } from './webhooks/erase-events.ts'

interface ErasureDeps {
  database: Database
  now(): Date
}

export interface RequestedErasure {
  erasure: Erasure
  signIns: number
  tokens: number
  links: number
}

const betweenBatchesMs = 10

/** Requests an erasure, and erases what no transfer needs. Again for the same user: also what was stored since then. */
export async function requestErasure(
  { database, now }: ErasureDeps,
  { clientId, userId }: UserOfClient,
): Promise<RequestedErasure> {
  const at = now()
  const ended = await inTransaction(database, async (query) => {
    const row = { client_id: clientId, user_id: userId, requested_at: at.getTime() }
    const insert = query.insertInto('erasure').values(row)
    const again = { requested_at: at.getTime() }
    await insert.onConflict((same) => same.columns(['client_id', 'user_id']).doUpdateSet(again)).execute()
    return endAccounts(query, { clientId, userId }, at)
  })
  let links = 0
  for (;;) {
    const erased = await inTransaction(database, (query) => eraseLinks(query, { clientId, userId }))
    if (erased === 0) return { erasure: { clientId, userId, requestedAt: at }, ...ended, links }
    links += erased
    await pauseFor(database, betweenBatchesMs)
  }
}

/** The erasures that have not ended, oldest first. */
export async function listErasures(query: Query): Promise<Erasure[]> {
  const rows = await query.selectFrom('erasure').selectAll().orderBy('requested_at').execute()
  return rows.map(({ client_id: clientId, user_id: userId, requested_at: at }) => {
    return { clientId, userId, requestedAt: new Date(at) }
  })
}

/** At most one batch of transfers, of all users. Returns their number. `keepMs`: from the end of a transfer, and from the request. */
export async function eraseDue(deps: ErasureDeps, keepMs: number): Promise<number> {
  let count = 0
  for (const erasure of await listErasures(deps.database.query)) {
    count += await eraseBatch(deps, erasure, keepMs)
    if (count >= erasureBatch) break
  }
  return count
}

/** At most one batch of transfers of one user. Returns their number. */
async function eraseBatch({ database, now }: ErasureDeps, erasure: Erasure, keepMs: number): Promise<number> {
  const at = now()
  const endedBefore = new Date(at.getTime() - keepMs)
  return inTransaction(database, async (query) => {
    const { clientId } = erasure
    const subjectIds = await eraseTransfers(query, erasure, { now: at, endedBefore })
    await eraseEvents(query, { clientId, subjectIds })
    await eraseResponses(query, subjectIds)
    const isOver = erasure.requestedAt <= endedBefore && (await countUnerased(query, erasure)).all === 0
    if (isOver) await finishErasure(query, erasure)
    return subjectIds.length
  })
}

/** What a user who has returned has stored since the request stays. */
async function finishErasure(query: Query, erasure: Erasure): Promise<void> {
  const { clientId, userId, requestedAt } = erasure
  const at = requestedAt.getTime()
  const subjectIds = await accountsInEvents(query, erasure, requestedAt)
  await eraseEvents(query, { clientId, subjectIds: [...subjectIds, ...(await eraseAccounts(query, erasure))] })
  const deletions = [
    query.deleteFrom('known_destination').where('first_seen_at', '<=', at),
    query.deleteFrom('daily_usage').where('day', '<=', dayOf(requestedAt)),
    query.deleteFrom('wallet_challenge').where('expires_at', '<=', at),
    query.deleteFrom('wallet_ownership').where('proved_at', '<=', at),
    query.deleteFrom('erasure'),
  ]
  for (const deletion of deletions)
    await deletion.where('client_id', '=', clientId).where('user_id', '=', userId).execute()
}
