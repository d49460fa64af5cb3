import type { LimitPolicy } from '../limits/bucket.ts'
import type { LimitName, Limits } from '../limits/limits.ts'
import type { Metrics } from '../log/metrics.ts'
import type { TransferDeps } from '../transfers/transfer-deps.ts'
import type { SolanaNetworks } from '../wallets/solana-networks.ts'
import type { WalletNetworks } from '../wallets/wallet-networks.ts'
import type { HostedFiles } from './hosted-files.ts'

export interface RouteDeps extends TransferDeps {
  /** Where this server is reached from outside, without a slash at the end. */
  publicUrl: string
  hosted: HostedFiles
  /** Explorer page of a transaction. */
  explorerUrl(networkId: string, hash: string): string
  limits: Limits
  metrics: Metrics
  /** Types of the exchanges that are not to be reached now. */
  openCircuits(): string[]
  /** What a reader of the metrics sends in production; null: they are not served there. */
  metricsToken: string | null
  /** Where wallets are offered. */
  wallets: WalletNetworks
  solana: SolanaNetworks
}

/** What an app is made of. What may be left out has a default fit for the environment. */
export interface AppDeps
  extends Omit<RouteDeps, 'limits' | 'metrics' | 'openCircuits' | 'metricsToken' | 'wallets' | 'solana'> {
  limits?: Limits
  metrics?: Metrics
  openCircuits?(): string[]
  metricsToken?: string | null
  wallets?: WalletNetworks
  solana?: SolanaNetworks
  /** In place of single usual limits, where `limits` is left out. */
  rateLimits?: Partial<Record<LimitName, Pick<LimitPolicy, 'quota' | 'windowSeconds'>>>
  /** Addresses and ranges of proxies whose X-Forwarded-For is believed. */
  trustedProxies?: readonly string[]
}
