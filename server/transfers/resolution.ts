import type { ExchangeRegistry } from '../exchanges/registry.ts'
import type { TransferDeps } from './transfer-deps.ts'

/** The outcome that an operator records for a transfer. */
export type Resolution =
  /** The exchange did make the withdrawal. The server polls it from here on. */
  | { kind: 'sent'; withdrawalId: string }
  /** The exchange, or the user's wallet, did not send it and no longer can. */
  | { kind: 'notSent' }
  /** The recipient was paid, by this transaction. */
  | { kind: 'succeeded'; hash: string }
  /** The exchange made the withdrawal, and the funds are back in the account. */
  | { kind: 'returned' }

export type ResolveDeps = Pick<TransferDeps, 'database' | 'now' | 'networks'> & { exchanges: ExchangeRegistry }
