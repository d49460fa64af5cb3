// The send attempts of a transfer. Each is stored before its request leaves.

import { preparedStatement } from '../storage/prepared-statement.ts'
import { changedOne, type Query } from '../storage/storage.ts'
import type { AttemptTable } from '../storage/transfer-tables.ts'

interface NewAttempt {
  transferId: string
  n: number
  clientReference: string
  digest: string
  validUntil: Date
  /** Ids of matching withdrawals that the exchange listed before the send. */
  existingMatches: readonly string[]
}

const insertRow = preparedStatement((query, row: AttemptTable) => query.insertInto('attempt').values(row))

export async function insertAttempt(query: Query, attempt: NewAttempt, now: Date): Promise<void> {
  await insertRow(query, {
    transfer_id: attempt.transferId,
    n: attempt.n,
    client_reference: attempt.clientReference,
    digest: attempt.digest,
    created_at: now.getTime(),
    valid_until: attempt.validUntil.getTime(),
    outcome: null,
    existing_matches: JSON.stringify(attempt.existingMatches),
  })
}

interface AttemptOutcome {
  transferId: string
  n: number
  outcome: string
}

const updateOutcome = preparedStatement((query, { transferId, n, outcome }: AttemptOutcome) =>
  query
    .updateTable('attempt')
    .set({ outcome })
    .where('transfer_id', '=', transferId)
    .where('n', '=', n)
    .where('outcome', 'is', null),
)

/** False when the outcome of this attempt is stored already. */
export async function storeOutcome(query: Query, attempt: AttemptOutcome): Promise<boolean> {
  return changedOne(await updateOutcome(query, attempt))
}

export interface Attempt {
  n: number
  clientReference: string
  createdAt: Date
  validUntil: Date
  existingMatches: readonly string[]
}

/** First to last. */
export async function attemptsOf(query: Query, transferId: string): Promise<Attempt[]> {
  const rows = await query.selectFrom('attempt').selectAll().where('transfer_id', '=', transferId).execute()
  // Sorted here: every execute runs this statement, and SQLite would plan one with `order by` again each time (prepared-statement.ts).
  const inOrder = rows.toSorted((one, other) => one.n - other.n)
  return inOrder.map((row) => ({
    n: row.n,
    clientReference: row.client_reference,
    createdAt: new Date(row.created_at),
    validUntil: new Date(row.valid_until),
    existingMatches: JSON.parse(row.existing_matches) as string[],
  }))
}
