// The API server's process: the one place that reads the environment and starts things.

import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { createApp } from './app.ts'
import type { Chain } from './chains/chain.ts'
import { evmChain } from './chains/evm-chain.ts'
import { seedDemoClient } from './clients/seed-demo-client.ts'
import { type Config, ConfigError, readConfig } from './config.ts'
import { exchangeRegistry } from './exchanges/registry.ts'
import { watchedExchanges } from './exchanges/watched.ts'
import { serve } from './http/serve.ts'
import { jsonLog } from './log/log.ts'
import { newMetrics } from './log/metrics.ts'
import { type NetworkCatalogue, networkCatalogue } from './networks/catalogue.ts'
import { cachedPrices } from './prices/prices.ts'
import { hostedFiles } from './routes/hosted-files.ts'
import type { AppDeps } from './routes/route-deps.ts'
import { mountExplorer } from './sandbox/explorer.ts'
import { generatedKeyRing } from './secrets/key-ring.ts'
import { sealer } from './secrets/seal.ts'
import { openStorage } from './storage/open.ts'
import { DatabaseUnreachable } from './storage/postgres.ts'
import { FolderInUse } from './storage/sqlite.ts'
import { startFollower } from './transfers/follower.ts'

/** For how long a process that was told to stop waits for exchanges, and after what time it is over in any case. */
const patienceMs = 7_000
const lastMs = 9_500

async function start(): Promise<void> {
  const config = readConfig(process.env)
  const sandbox = config.environment === 'sandbox'
  const leaving = new AbortController()
  const deps: AppDeps = { ...(await createDeps(config)), leaving: leaving.signal }
  if (sandbox) await seedDemoClient(deps, `http://localhost:${config.demoPort}/`)
  const app = createApp(deps)
  if (sandbox) mountExplorer(app, deps.networks, config.rpcUrls)
  const listening = await serve(app, config.port, sandbox ? ['127.0.0.1', '::1'] : ['::'], (refusal) =>
    deps.log.info(refusal, 'request refused'),
  )
  const follower = startFollower(deps)

  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    setTimeout(() => leaving.abort(), patienceMs)
    // Whatever else hangs: nothing depends on how a process ends.
    setTimeout(() => process.exit(0), lastMs)
    await Promise.all([follower.stop(), listening.close()])
    await deps.database.close()
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  // Forked by the supervisor: without it this process has no business.
  process.on('disconnect', stop)
  process.send?.({ type: 'ready', url: config.publicUrl })
  const { environment, port, publicUrl } = config
  deps.log.info({ environment, port, publicUrl }, 'listening')
}

async function createDeps(config: Config): Promise<AppDeps> {
  const metrics = newMetrics()
  const networks = networkCatalogue(config.environment)
  const now = () => new Date()
  const sandbox = config.environment === 'sandbox'
  const given = { sandboxUrl: sandbox ? config.sandboxExchangeUrl : null, sandboxHaste: config.sandboxHaste }
  const exchanges = watchedExchanges(exchangeRegistry(given), { now, tell: metrics.exchangeCalls.add })
  const database = await openStorage(config)
  const keys = config.masterKeys ?? generatedKeyRing(join(config.dataFolder, 'keys'))
  return {
    database,
    environment: config.environment,
    now,
    newId: randomUUID,
    pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    log: jsonLog(config.logLevel),
    exchanges,
    metrics,
    openCircuits: exchanges.openCircuits,
    metricsPublic: config.metricsPublic,
    sealer: sealer(keys, config.environment),
    networks,
    prices: cachedPrices(now),
    chains: chainsOf(networks, config.rpcUrls),
    publicUrl: config.publicUrl,
    rateLimits: config.rateLimits,
    trustedProxies: config.trustedProxies,
    hosted: hostedFiles(join(import.meta.dirname, 'dist')),
    explorerUrl: (networkId, hash) =>
      sandbox
        ? `${config.publicUrl}/sandbox/explorer/${networkId}/tx/${hash}`
        : (networks.byId(networkId)?.explorerUrl.replace('{hash}', hash) ?? ''),
  }
}

function chainsOf(networks: NetworkCatalogue, rpcUrls: Config['rpcUrls']): Map<string, Chain> {
  const readable = networks.all.filter((network) => network.isEvm)
  const problems = [...rpcUrls.keys()]
    .filter((key) => !readable.some((network) => network.key === key))
    .map(
      (key) =>
        `RPC_URLS names ${key}, for which no node can be read: take ${readable.map((each) => each.key).join(', ')}.`,
    )
  if (problems.length > 0) throw new ConfigError(problems)
  const chains = new Map<string, Chain>()
  for (const network of readable) {
    const url = rpcUrls.get(network.key)
    if (url !== undefined) chains.set(network.key, evmChain(url, networks.chainId(network)))
  }
  return chains
}

start().catch((error: unknown) => {
  const expected =
    error instanceof ConfigError ||
    error instanceof FolderInUse ||
    error instanceof DatabaseUnreachable ||
    (error instanceof Error && error.message.startsWith('Port '))
  const message = error instanceof Error ? (expected ? error.message : (error.stack ?? error.message)) : String(error)
  process.send?.({ type: 'failed', message: expected ? message : `The API server could not start: ${message}` })
  process.stderr.write(`${message}\n`)
  process.exit(1)
})
