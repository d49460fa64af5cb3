// The dependencies of the exchange's routes, pages and emulators.

import type { Approvals } from './approvals.ts'
import type { ChainClient } from './chain-client.ts'
import type { ExchangeDatabase } from './database.ts'
import type { FaultName, Faults } from './faults.ts'
import type { HotWallet } from './hot-wallet.ts'
import type { Ledger } from './ledger.ts'
import type { Outbox } from './outbox.ts'
import type { Quotes } from './quotes.ts'
import type { Restrictions } from './restrictions.ts'
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
  /** The base URL of the exchange's pages, without a trailing slash. */
  pageUrl: () => string
  /** The redirect URIs of the seeded OAuth application. */
  redirectUris: string[]
  /** The delay of responses to `user_slow`. */
  slowMs: number
}

/** The dependencies of the routes. */
export interface Exchange extends ExchangeDeps {
  ledger: Ledger
  sessions: Sessions
  outbox: Outbox
  approvals: Approvals
  restrictions: Restrictions
  codes: WithdrawalCodes
  quotes: Quotes
  withdrawals: Withdrawals
  settlement: Settlement
  faults: Faults<FaultName>
  settled: ReadonlySet<string>
}
