// What the exchange's routes, pages and emulators work with.

import type { Approvals } from './approvals.ts'
import type { ChainClient } from './chain-client.ts'
import type { ExchangeDatabase } from './database.ts'
import type { FaultName, Faults } from './faults.ts'
import type { HotWallet } from './hot-wallet.ts'
import type { Ledger } from './ledger.ts'
import type { Outbox } from './outbox.ts'
import type { Quotes } from './quotes.ts'
import type { Standing } from './restrictions.ts'
import type { Sessions } from './sessions.ts'
import type { Settlement } from './settlement.ts'
import type { WithdrawalCodes } from './withdrawal-codes.ts'
import type { Withdrawals } from './withdrawals.ts'

export interface ExchangeDeps {
  database: ExchangeDatabase
  wallet: HotWallet
  chains: ChainClient[]
  now: () => number
  log: (sentence: string) => void
  /** Where a browser finds this exchange's pages, without a slash at the end. */
  pageUrl: () => string
  /** Where the seeded OAuth application may have its users sent back to. */
  redirectUris: string[]
  /** How late `user_slow` is answered. */
  slowMs: number
}

/** What the routes work with. */
export interface Exchange extends ExchangeDeps {
  ledger: Ledger
  sessions: Sessions
  outbox: Outbox
  approvals: Approvals
  standing: Standing
  codes: WithdrawalCodes
  quotes: Quotes
  withdrawals: Withdrawals
  settlement: Settlement
  faults: Faults<FaultName>
  settled: ReadonlySet<string>
}
