import type { LimitName, Provider } from '../config-values.ts'
import type { LimitPolicy } from '../limits/bucket.ts'
import type { Limits } from '../limits/limits.ts'
import type { Metrics } from '../log/metrics.ts'
import type { DurabilityKind } from '../storage/durability.ts'
import type { TransferDeps } from '../transfers/transfer-deps.ts'
import type { SolanaNetworks } from '../wallets/solana-networks.ts'
import type { WalletNetworks } from '../wallets/wallet-networks.ts'
import type { BrandLogos } from './brand-logos.ts'
import type { HostedFiles } from './hosted-files.ts'

export interface RouteDeps extends TransferDeps {
  /** The public URL of this server, without a trailing slash. */
  publicUrl: string
  /** The documentation site, without a trailing slash. Null: errors lead to this server's reference. */
  docsUrl: string | null
  hosted: HostedFiles
  /** Explorer URL of a transaction. */
  explorerUrl(networkId: string, hash: string): string
  limits: Limits
  metrics: Metrics
  /** Types of the exchanges whose circuit breaker is open. */
  openCircuits(): string[]
  /** Brings `openCircuits` up to date. */
  probeCircuits(): Promise<void>
  /** The durability of acknowledged writes. Null until it was read. */
  databaseDurability(): DurabilityKind | null
  /** The token that /metrics requires in production. Null: /metrics is not served there. */
  metricsToken: string | null
  /** The operator's logos, by the type of the integration. */
  brandLogos: BrandLogos
  /** The company that operates this server. Null: the page names none. */
  provider: Provider | null
  /** Internal addresses and ranges that webhooks may reach. */
  webhookNetworks: readonly string[]
  /** Networks on which wallets are offered. */
  wallets: WalletNetworks
  solana: SolanaNetworks
}

/** The dependencies of an app. Optional ones have a default for the environment. */
export interface AppDeps
  extends Omit<
    RouteDeps,
    | 'limits'
    | 'metrics'
    | 'openCircuits'
    | 'probeCircuits'
    | 'databaseDurability'
    | 'docsUrl'
    | 'metricsToken'
    | 'brandLogos'
    | 'provider'
    | 'webhookNetworks'
    | 'wallets'
    | 'solana'
  > {
  limits?: Limits
  metrics?: Metrics
  openCircuits?(): string[]
  probeCircuits?(): Promise<void>
  databaseDurability?(): DurabilityKind | null
  docsUrl?: string | null
  metricsToken?: string | null
  brandLogos?: BrandLogos
  provider?: Provider | null
  webhookNetworks?: readonly string[]
  /** The proxy through which webhooks reach public addresses. */
  webhookProxy?: URL | null
  wallets?: WalletNetworks
  solana?: SolanaNetworks
  /** Replace single default limits, if `limits` is not given. */
  rateLimits?: Partial<Record<LimitName, Pick<LimitPolicy, 'quota' | 'windowSeconds'>>>
  /** Addresses and ranges of proxies whose X-Forwarded-For is trusted. */
  trustedProxies?: readonly string[]
}
