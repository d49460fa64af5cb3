import type { AccountDeps } from '../accounts/accounts.ts'
import type { Chains } from '../chains/chain.ts'
import type { Limits } from '../limits/limits.ts'
import type { Log } from '../log/log.ts'
import type { NetworkCatalogue } from '../networks/catalogue.ts'
import type { Prices } from '../prices/prices.ts'
import type { RefusedList } from '../risk/refused-list.ts'

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
  leaving?: AbortSignal
  /** Addresses to which the operator lets nothing be sent. */
  refused?: RefusedList
  /** Counts entered codes; without it only each preview's own five tries count. */
  limits?: Limits
}
