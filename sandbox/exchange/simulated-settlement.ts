// Pays out on the networks that have no chain here, by the book alone. Each step is one statement or one transaction of the
// ledger, so it may be interrupted anywhere and goes on where it was.

import type { ExchangeDatabase } from './database.ts'
import { simulatedTransactionId } from './simulated-networks.ts'
import type { WithdrawalRow, Withdrawals } from './withdrawals.ts'

export interface BookDeps {
  database: ExchangeDatabase
  withdrawals: Withdrawals
  now: () => number
  /** The networks that are settled so. */
  booked: ReadonlySet<string>
}

const finalAfterMs = 1500

export function settleInBook({ database, withdrawals, now, booked }: BookDeps): void {
  const rows = (query: string) =>
    database
      .prepare<[], WithdrawalRow>(query)
      .all()
      .filter(({ network }) => booked.has(network))
  const send = database.prepare(
    "update withdrawal set status = 'sent', hash = ?, updated_at = ? where seq = ? and status = 'pending'",
  )
  for (const row of rows("select * from withdrawal where status = 'pending' and review = 'none' order by seq")) {
    send.run(simulatedTransactionId(row), now(), row.seq)
  }
  for (const row of rows("select * from withdrawal where status = 'sent' order by seq")) {
    if (row.updated_at <= now() - finalAfterMs) withdrawals.complete(row)
  }
}
