import type { PaymentDifference } from '../contract/payment-difference.ts'
import type { ExchangeRegistry } from '../exchanges/registry.ts'
import type { PaymentReport } from './payment-report.ts'
import type { TransferDeps } from './transfer-deps.ts'

/** The outcome that an operator records for a transfer. */
export type Resolution =
  /** The exchange did make the withdrawal. The server polls it from here on. */
  | { kind: 'sent'; withdrawalId: string }
  /** The exchange, or the user's wallet, did not send it and no longer can. */
  | { kind: 'notSent' }
  /** The recipient was paid, by this transaction. `despite`: the differences in the report that the operator has confirmed. */
  | { kind: 'succeeded'; hash: string; report: PaymentReport; despite: readonly PaymentDifference[] }
  /** The exchange made the withdrawal, and the funds are back in the account. */
  | { kind: 'returned' }

/** What the operator states. The report is read afterwards. */
export type Outcome =
  | Exclude<Resolution, { kind: 'succeeded' }>
  | Omit<Extract<Resolution, { kind: 'succeeded' }>, 'report'>

export type ResolveDeps = Pick<TransferDeps, 'database' | 'now' | 'networks'> & { exchanges: ExchangeRegistry }
