// The processes of a run, with their data in one temporary folder: chains, the sandbox exchange, one API server on the embedded
// storage or two on PostgreSQL, and a proxy before each process that others call.
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { hotWalletAddress } from '../../../sandbox/exchange/hot-wallet.ts'
import { openStorageBeside } from '../../../server/storage/open.ts'
import type { Database } from '../../../server/storage/storage.ts'
import { findPostgres } from '../../support/postgres.ts'
import type { Random } from './random.ts'
import { type Receiver, receiver } from './receivers.ts'
import { quietPorts, startTcpProxy, type TcpProxy } from './tcp-proxy.ts'
import { type Victim, victim } from './victim.ts'

export type Storage = 'sqlite' | 'postgres'

export interface Stage {
  storage: Storage
  folder: string
  servers: Victim[]
  /** The environment of each server. */
  environments: Record<string, string>[]
  exchange: Victim
  chain: Victim
  receivers: Receiver[]
  apiUrls: string[]
  /** The exchange without the proxy. */
  exchangeUrl: string
  /** JSON-RPC of each network. Its address stays the same when the chain host is restarted. */
  rpcUrls: Record<'ethereum' | 'base', string>
  exchangeProxy: TcpProxy
  /** The database of the API servers, while they run or after. */
  openDatabase(): Promise<Database>
  /** Starts the chain host behind the same addresses. */
  startChain(): Promise<void>
  /** Ends everything, and removes the folder unless it is kept for inspection. */
  stop(keepFolder?: boolean): Promise<void>
}

interface StageOptions {
  storage: Storage
  random: Random
  /** How many times sooner than usual the server settles a lost response. */
  speedup: number
  /** The repository whose servers are run. */
  root: string
  /** What starts a server, in the repository. By default from source. */
  serverFile?: string
  /** The repository of each server, if they differ. */
  serverRoots?: readonly string[]
  /** By default one on the embedded storage, and two on PostgreSQL. */
  serverCount?: number
  /** How many of them run at first. By default all. */
  runningCount?: number
  /** Receivers of webhooks. By default none. */
  receiverCount?: number
  /** If false, only networks that the exchange simulates are offered. */
  hasChain?: boolean
  /** By default an empty database of the PostgreSQL for tests. */
  databaseUrl?: string
}

/** Throws if a storage or a chain is not available. */
export async function startStage(options: StageOptions): Promise<Stage> {
  const { storage, random, speedup, root, serverRoots, runningCount, hasChain = true, receiverCount = 0 } = options
  const { serverFile = 'sandbox/server.ts' } = options
  const postgres = storage === 'postgres' && options.databaseUrl === undefined ? await findPostgres() : null
  if (postgres?.postgres === null) throw new Error(`PostgreSQL is needed: ${postgres.missing}`)
  const databaseUrl = options.databaseUrl ?? (await postgres?.postgres.newDatabase()) ?? ''
  const folder = mkdtempSync(join(tmpdir(), 'transfer-link-chaos-'))
  const serverCount = options.serverCount ?? serverRoots?.length ?? (storage === 'postgres' ? 2 : 1)
  const [exchangePort = 0, proxyPort = 0, ethereumPort = 0, basePort = 0, ...others] = await quietPorts(
    4 + serverCount + receiverCount,
  )
  const apiPorts = others.slice(0, serverCount)
  const receivers = others.slice(serverCount).map((port, at) => receiver({ folder, port, at: at + 1 }))
  const proxies = {
    exchange: await startTcpProxy(proxyPort, random),
    ethereum: await startTcpProxy(ethereumPort, random),
    base: await startTcpProxy(basePort, random),
  }
  proxies.exchange.target = exchangePort
  const rpcUrls = { ethereum: `http://127.0.0.1:${ethereumPort}`, base: `http://127.0.0.1:${basePort}` }
  const rpcText = hasChain ? `ethereum=${rpcUrls.ethereum},base=${rpcUrls.base}` : ''
  const make = (name: string, file: string, env: Record<string, string>) =>
    victim({ name, file: resolve(root, file), env, logFile: join(folder, `${name.replaceAll(' ', '-')}.log`) })

  const chain = make('chain host', 'sandbox/chain/main.ts', {
    DATA_DIR: folder,
    CHAIN_FUND: hotWalletAddress(folder),
  })
  const exchange = make('exchange', 'sandbox/exchange/main.ts', {
    DATA_DIR: folder,
    SANDBOX_EXCHANGE_PORT: String(exchangePort),
    RPC_URLS: rpcText,
  })
  const masterKeys = `1:${randomBytes(32).toString('base64url')}`
  const environments = apiPorts.map((port, at) => {
    // On the embedded storage they serve the same folder, one at a time.
    const dataDir = join(folder, `api-${storage === 'sqlite' ? 1 : at + 1}`)
    mkdirSync(dataDir, { recursive: true })
    return {
      PORT: String(port),
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      MASTER_KEYS: masterKeys,
      SANDBOX_EXCHANGE_PORT: String(proxyPort),
      SANDBOX_SPEEDUP: String(speedup),
      RPC_URLS: rpcText,
      TRANSFER_ENV: 'sandbox',
      PUBLIC_URL: '',
      LOG_LEVEL: 'warn',
      // Losers of a race count as guesses, and all come from one address.
      RATE_LIMITS: 'address=999999/1',
    }
  })
  const servers = environments.map((env, at) =>
    make(`API server ${at + 1}`, join(serverRoots?.[at] ?? root, serverFile), env),
  )

  const stage: Stage = {
    storage,
    folder,
    servers,
    environments,
    exchange,
    chain,
    receivers,
    apiUrls: apiPorts.map((port) => `http://127.0.0.1:${port}`),
    exchangeUrl: `http://127.0.0.1:${exchangePort}`,
    rpcUrls,
    exchangeProxy: proxies.exchange,
    openDatabase: () =>
      openStorageBeside({
        databaseUrl: databaseUrl || null,
        dataFolder: join(folder, 'api-1', 'server'),
        environment: 'sandbox',
      }),
    async startChain() {
      await chain.start()
      const urls = (chain.ready.rpcUrls ?? {}) as Record<string, string>
      for (const network of ['ethereum', 'base'] as const) {
        if (urls[network] !== undefined) proxies[network].target = Number(new URL(urls[network]).port)
      }
    },
    async stop(keepFolder = false) {
      await Promise.all([...servers, exchange, ...receivers].map((each) => each.stop()))
      await chain.stop()
      await Promise.all(Object.values(proxies).map((proxy) => proxy.close()))
      await postgres?.postgres?.drop()
      if (!keepFolder) rmSync(folder, { recursive: true, force: true })
    },
  }
  try {
    if (hasChain) await stage.startChain()
    await exchange.start()
    const running = servers.slice(0, runningCount)
    await Promise.all([...running, ...receivers].map((each) => each.start()))
    const dead = [...(hasChain ? [chain] : []), exchange, ...running, ...receivers].find((each) => each.state !== 'up')
    if (dead !== undefined) throw new Error(`The ${dead.name} did not start: ${dead.errors.join('; ')}`)
    return stage
  } catch (error) {
    await stage.stop()
    throw error
  }
}
