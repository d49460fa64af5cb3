import type { ConsoleSettings } from '../config-values.ts'
import type { Limits } from '../limits/limits.ts'
import type { Metrics } from '../log/metrics.ts'
import type { Sealer } from '../secrets/seal.ts'
import type { TransferDeps } from '../transfers/transfer-deps.ts'
import type { SolanaNetworks } from '../wallets/solana-networks.ts'
import type { WalletNetworks } from '../wallets/wallet-networks.ts'
import type { IdentityProvider } from './identity-provider.ts'

export interface ConsoleDeps extends TransferDeps {
  settings: ConsoleSettings
  /** Null: operators sign in by passkeys. */
  identityProvider: IdentityProvider | null
  limits: Limits
  sealer: Sealer
  metrics: Metrics
  /** Types of the exchanges whose circuit breaker is open. */
  openCircuits(): string[]
  /** The networks of wallets whose node this server reads. Without wallets, there is none. */
  wallets?: WalletNetworks
  solana?: SolanaNetworks
  /** The keys of the networks whose node this server reads. */
  nodeNetworks: readonly string[]
  /** Explorer URL of a transaction. */
  explorerUrl(networkId: string, hash: string): string
  /** Proxies whose X-Forwarded-For is trusted. */
  trustedProxies: readonly string[]
}
