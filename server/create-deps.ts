// Creates the dependencies of an app from its configuration, with real time, ids and storage.

import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { SealsDoNotOpen } from './accounts/check-seals.ts'
import type { Actor } from './audit/audit-log.ts'
import { configuredChains } from './chains/configured-chains.ts'
import { observedFetch } from './chains/node-fetch.ts'
import { type Config, ConfigError, registrySettings } from './config.ts'
import { instrumentedExchanges } from './exchanges/instrumented-exchange.ts'
import { exchangeRegistry } from './exchanges/registry.ts'
import { exchangeLimits } from './limits/exchange-limits.ts'
import { jsonLog } from './log/log.ts'
import { newMetrics } from './log/metrics.ts'
import { inExchangeSpan } from './log/spans.ts'
import { networkCatalogue } from './networks/catalogue.ts'
import type { Network } from './networks/network.ts'
import { builtFolder } from './package-info.ts'
import { cachedPrices } from './prices/prices.ts'
import { deleteExpired } from './retention.ts'
import { BrandLogoError, type BrandLogos, readBrandLogos } from './routes/brand-logos.ts'
import { hostedFiles } from './routes/hosted-files.ts'
import type { AppDeps } from './routes/route-deps.ts'
import { generatedKeyRing, type KeyRing, storedKeyRing } from './secrets/key-ring.ts'
import { sealer } from './secrets/seal.ts'
import { openStorage } from './storage/open.ts'
import type { Database, Query } from './storage/storage.ts'
import { pendingWrites } from './transfers/pending-writes.ts'
import { beginRestore, refuseUnchecked } from './transfers/restore.ts'
import { offerWallets } from './wallets/offer-wallets.ts'
import { publicNodeOf } from './wallets/public-nodes.ts'
import { storedSealProblems } from './webhooks/stored-seal-problems.ts'

export interface DepsOptions {
  /** The database was restored to an earlier time: nothing is sent until an operator has confirmed it. */
  afterRestore?: boolean
  /** With `afterRestore`: the time to which it was restored, if it is earlier than the newest row says. */
  restoredTo?: Date | undefined
  /** With `afterRestore`: who starts the server, for the audit log. */
  actor?: Actor
}

/**
 * Opens the storage, which its `database.close()` closes. Throws FolderInUse, DatabaseUnreachable, SealsDoNotOpen, or RestoreUnchecked
 * for a restored backup, or a folder that was moved to PostgreSQL, without `afterRestore`.
 */
export async function createDeps(
  config: Config,
  { afterRestore = false, restoredTo, actor }: DepsOptions = {},
): Promise<AppDeps> {
  const opened = await openStorage(config)
  try {
    const deps = await depsOn(opened, config)
    if (afterRestore) await beginRestore(opened, { now: deps.now(), restoredTo, actor })
    else await refuseUnchecked(opened.query)
    return deps
  } catch (error) {
    await opened.close()
    throw error
  }
}

async function depsOn(opened: Database, config: Config): Promise<AppDeps> {
  const metrics = newMetrics()
  const networks = networkCatalogue(config.environment)
  const now = () => new Date()
  const sandbox = config.environment === 'sandbox'
  const fetchOf = (network: string) => observedFetch((request) => metrics.countNodeRequest({ network, ...request }))
  const chains = configuredChains(networks, config.rpcUrls, fetchOf)
  const database = { ...opened, onWait: metrics.databaseWaitSeconds.observe }
  const tools = { ...exchangeLimits(database, now), networks }
  const registry = exchangeRegistry(registrySettings(config), tools)
  const instrumented = instrumentedExchanges(registry, {
    now,
    onCall: metrics.countExchangeCall,
    runCall: inExchangeSpan,
  })
  const publicOf = (network: Network) => publicPlaces(config, network)
  const offered = offerWallets({
    networks,
    exchanges: instrumented,
    chains,
    rpcUrls: config.rpcUrls,
    publicOf,
    fetchOf,
  })
  const keys = await masterKeys(config, opened.query)
  const types = offered.exchanges.all.map(({ type }) => type)
  const brandLogos = brandLogosOf(config, types)
  const log = jsonLog(config.logLevel)
  return {
    database,
    environment: config.environment,
    now,
    newId: randomUUID,
    processName: `${hostname()} (port ${config.port}, process ${process.pid})`,
    pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    pendingWrites: pendingWrites(),
    log,
    deleteExpired: (signal) => deleteExpired({ database, now, log }, config.retention, signal),
    ...offered,
    metrics,
    pollMetrics: metrics.polls,
    nodePollLimits: config.exchangeLimits.nodePolls,
    sourceAddress: config.sourceAddress,
    openCircuits: instrumented.openCircuits,
    probeCircuits: instrumented.probeCircuits,
    metricsToken: config.metricsToken,
    provider: config.provider,
    webhookNetworks: config.webhookNetworks,
    webhookProxy: config.webhookProxy,
    brandLogos,
    sealer: sealer(keys, config.environment),
    networks,
    prices: cachedPrices(now),
    chains,
    blocklist: config.blocklist,
    publicUrl: config.publicUrl,
    docsUrl: config.docsUrl,
    rateLimits: config.rateLimits,
    trustedProxies: config.trustedProxies,
    hosted: hostedFiles(builtFolder),
    explorerUrl: (networkId, hash) =>
      sandbox
        ? `${config.publicUrl}/sandbox/explorer/${networkId}/tx/${hash}`
        : (networks.byId(networkId)?.explorerUrl.replace('{hash}', hash) ?? ''),
  }
}

/** Generates no key if another key has already sealed credentials or webhook secrets. Throws SealsDoNotOpen. */
async function masterKeys({ masterKeys, dataFolder, environment }: Config, query: Query): Promise<KeyRing> {
  const folder = join(dataFolder, 'keys')
  const keys = masterKeys ?? storedKeyRing(folder)
  const problems = (await storedSealProblems(query, keys, environment)) ?? []
  if (problems.length > 0) throw new SealsDoNotOpen(problems)
  return keys ?? generatedKeyRing(folder)
}

function brandLogosOf({ brandLogos }: Config, types: readonly string[]): BrandLogos {
  try {
    return brandLogos === null ? new Map() : readBrandLogos(brandLogos, types)
  } catch (error) {
    if (!(error instanceof BrandLogoError)) throw error
    throw new ConfigError(error.problems.map((problem) => `BRAND_LOGOS: ${problem}`))
  }
}

/** The RPC URL that a wallet receives for a network: in the sandbox, the proxy to its chain. */
function publicPlaces({ environment, publicUrl }: Config, { id, key, explorerUrl }: Network) {
  return environment === 'sandbox'
    ? { rpcUrl: `${publicUrl}/sandbox/rpc/${id}`, explorerUrl: null }
    : { rpcUrl: publicNodeOf(key), explorerUrl: new URL(explorerUrl).origin }
}
