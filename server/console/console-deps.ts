import type { ConsoleSettings } from '../config-values.ts'
import type { Metrics } from '../log/metrics.ts'
import type { Sealer } from '../secrets/seal.ts'
import type { TransferDeps } from '../transfers/transfer-deps.ts'

export interface ConsoleDeps extends TransferDeps {
  settings: ConsoleSettings
  sealer: Sealer
  metrics: Metrics
  /** Types of the exchanges whose circuit breaker is open. */
  openCircuits(): string[]
  /** The keys of the networks whose node this server reads. */
  nodeNetworks: readonly string[]
  /** Explorer URL of a transaction. */
  explorerUrl(networkId: string, hash: string): string
  /** Proxies whose X-Forwarded-For is trusted. */
  trustedProxies: readonly string[]
}
