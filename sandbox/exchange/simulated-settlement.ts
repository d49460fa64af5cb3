// Settles withdrawals on networks without a local chain. Each step is one statement or one transaction of the ledger, so an
// interrupted run continues where it stopped.

import type { ExchangeDatabase } from './database.ts'
import { simulatedTransactionId } from './simulated-networks.ts'
import type { WithdrawalRow, Withdrawals } from './withdrawals.ts'

interface SimulatedSettlementDeps {
  database: ExchangeDatabase
  withdrawals: Withdrawals
  now: () => number
  /** The simulated networks. */
  simulated: ReadonlySet<string>
}

const finalAfterMs = 1500

export function settleSimulated({ database, withdrawals, now, simulated }: SimulatedSettlementDeps): void {
  const rows = (query: string) =>
    database
      .prepare<[], WithdrawalRow>(query)
      .all()
      .filter(({ network }) => simulated.has(network))
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
