import type { AccountDeps } from '../accounts/accounts.ts'
import type { Chains } from '../chains/chain.ts'
import type { Limits } from '../limits/limits.ts'
import type { Log } from '../log/log.ts'
import type { NetworkCatalogue } from '../networks/catalogue.ts'
import type { Prices } from '../prices/prices.ts'
import type { RefusedList } from '../risk/refused-list.ts'
import type { PendingWrites } from './pending-writes.ts'
import type { Transfer } from './transfer-store.ts'

/** One look at a transfer that has not ended. Answers whether anything was written. */
export type PollTransfer = (deps: TransferDeps, transfer: Transfer) => Promise<boolean>

/** Everything the engine needs of the world. It knows nothing of HTTP and nothing of any one exchange. */
export interface TransferDeps extends AccountDeps {
  networks: NetworkCatalogue
  prices: Prices
  chains: Chains
  log: Log
  newId(): string
  /** Lets some time go by. */
  pause(ms: number): Promise<void>
  /** Aborted when the process ends and can wait for no exchange any more. */
  shutdownSignal?: AbortSignal
  /** Outcomes of sends that are not stored yet. A process that ends waits for them. */
  pendingWrites?: PendingWrites
  /** Addresses to which the operator lets nothing be sent. */
  refused?: RefusedList
  /** Origins whose transfers are looked at in a way of their own, by type. */
  pollers?: ReadonlyMap<string, PollTransfer>
  /** Counts entered codes; without it only each preview's own five tries count. */
  limits?: Limits
}
