// The API as one app in the test's process, over a real database, the sandbox's chains and its exchange. The exchange listens on a
// separate port and stores its ledger in memory. Only the tests that stop or crash it run it as a separate process.
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { createChainClient } from '../../sandbox/exchange/chain-client.ts'
import { openDatabase } from '../../sandbox/exchange/database.ts'
import { openHotWallet } from '../../sandbox/exchange/hot-wallet.ts'
import { startChainHost } from '../../sandbox/processes.ts'
import { createApp } from '../../server/app.ts'
import { evmChain } from '../../server/chains/evm-chain.ts'
import { createClient } from '../../server/clients/clients.ts'
import { demoClient, seedDemoClient } from '../../server/clients/seed-demo-client.ts'
import { instrumentedExchanges } from '../../server/exchanges/instrumented-exchange.ts'
import { exchangeRegistry } from '../../server/exchanges/registry.ts'
import { type ConnectionLimits, type Listening, serve } from '../../server/http/serve.ts'
import { exchangeLimits } from '../../server/limits/exchange-limits.ts'
import { jsonLog } from '../../server/log/log.ts'
import { newMetrics } from '../../server/log/metrics.ts'
import { inExchangeSpan } from '../../server/log/spans.ts'
import { networkCatalogue } from '../../server/networks/catalogue.ts'
import type { Network } from '../../server/networks/network.ts'
import { cachedPrices } from '../../server/prices/prices.ts'
import { hostedFiles } from '../../server/routes/hosted-files.ts'
import type { AppDeps } from '../../server/routes/route-deps.ts'
import { generatedKeyRing } from '../../server/secrets/key-ring.ts'
import { sealer } from '../../server/secrets/seal.ts'
import { openSqlite } from '../../server/storage/sqlite.ts'
import { pendingWrites } from '../../server/transfers/pending-writes.ts'
import { startPolling } from '../../server/transfers/polling.ts'
import { offerWallets } from '../../server/wallets/offer-wallets.ts'
import { checkResponse } from './check-response.ts'
import { type FundedFolder, takeFundedFolder } from './shared-chain.ts'
import { type ListeningExchange, redirectUri, runExchange } from './test-exchange.ts'

// biome-ignore lint/suspicious/noExplicitAny: what a test reads out of a response is checked by the test
type Body = any

export interface ApiResponse {
  status: number
  headers: Headers
  text: string
  body: Body
}

export interface Requests {
  request(method: string, path: string, headers: Record<string, string>, body?: object | string): Promise<ApiResponse>
  /** As the demo client. A string body is sent unchanged. */
  post(path: string, body?: object | string, headers?: Record<string, string>): Promise<ApiResponse>
  get(path: string, headers?: Record<string, string>): Promise<ApiResponse>
  /** In a link session. */
  inSession(token: string, method: string, path: string, body?: object): Promise<ApiResponse>
}

export interface TestServer extends Requests {
  deps: AppDeps
  folder: string
  rpcUrls: Record<string, string>
  exchangeUrl: string
  /** Everything that was logged. */
  logged(): string
  /** Requests to a separate app over the same data, with some of its parts replaced. */
  over(parts: Partial<AppDeps>): Requests
  /** Listens on 127.0.0.1. Closed with the rest. */
  listen(limits?: Partial<ConnectionLimits>): Promise<Listening>
  /** Every route of the app, middleware as `ALL`. */
  routes(): { method: string; path: string }[]
  /** Moves the server's clock. */
  wait(ms: number): void
  newClient(callbackUrls: readonly string[]): Promise<Record<string, string>>
  stop(): Promise<void>
}

export const clientHeaders = { 'X-Client-Id': demoClient.id, 'X-Client-Secret': demoClient.secret }
export const shopOrigin = 'http://localhost:4001'

/**
 * `realExchanges` offers the adapters of real exchanges too, with the sandbox's emulators as their exchanges. `fundsWallets` starts
 * separate chains, on which the user's wallets of this server's folder have balances.
 */
export async function startTestServer({ realExchanges = false, fundsWallets = false } = {}): Promise<TestServer> {
  const { chain, folder, end } = fundsWallets ? await ownChain() : await takeFundedFolder()
  const exchange = await startExchange(folder, chain.urls)
  let skew = 0
  let log = ''
  const sink = new Writable({
    write(chunk, _encoding, done) {
      log += String(chunk)
      done()
    },
  })
  const now = () => new Date(Date.now() + skew)
  const networks = networkCatalogue('sandbox')
  const metrics = newMetrics()
  const opened = await openSqlite(join(folder, 'server'))
  const database = { ...opened, onWait: metrics.databaseWaitSeconds.observe }
  const tools = { ...exchangeLimits(database, now), networks }
  const registry = exchangeRegistry({ sandboxUrl: exchange.url }, realExchanges ? tools : undefined)
  const instrumented = instrumentedExchanges(registry, {
    now,
    onCall: metrics.countExchangeCall,
    runCall: inExchangeSpan,
  })
  const rpcUrls = new Map(Object.entries(chain.urls))
  const chains = new Map(
    [...rpcUrls].map(([key, url]) => [key, evmChain(url, networks.byKey(key)?.sandboxChainId ?? '')]),
  )
  const allUrls = chain.solanaUrl === null ? rpcUrls : new Map([...rpcUrls, ['solana', chain.solanaUrl] as const])
  const publicOf = ({ id }: Network) => ({ rpcUrl: `http://localhost:4000/sandbox/rpc/${id}`, explorerUrl: null })
  const deps: AppDeps = {
    database,
    environment: 'sandbox',
    now,
    newId: randomUUID,
    pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    log: jsonLog('debug', sink),
    pendingWrites: pendingWrites(),
    ...offerWallets({ networks, exchanges: instrumented, chains, rpcUrls: allUrls, publicOf }),
    metrics,
    pollMetrics: metrics.polls,
    openCircuits: instrumented.openCircuits,
    probeCircuits: instrumented.probeCircuits,
    sealer: sealer(generatedKeyRing(join(folder, 'server', 'keys')), 'sandbox'),
    networks,
    prices: cachedPrices(now),
    chains,
    publicUrl: 'http://localhost:4000',
    hosted: hostedFiles(join(folder, 'none')),
    explorerUrl: (networkId, hash) => `http://localhost:4000/sandbox/explorer/${networkId}/tx/${hash}`,
  }
  await seedDemoClient(deps, `${shopOrigin}/`)
  const app = createApp(deps)
  const polling = startPolling(deps)
  const listeners: Listening[] = []
  return {
    deps,
    folder,
    rpcUrls: chain.urls,
    exchangeUrl: exchange.url,
    logged: () => log,
    ...requestsTo(app),
    over: (parts) => requestsTo(createApp({ ...deps, ...parts })),
    async listen(limits) {
      const listening = await serve(app, {
        port: 0,
        hosts: ['127.0.0.1'],
        logRefusedRequest: (request) => deps.log.info(request, 'request refused'),
        limits,
      })
      listeners.push(listening)
      return listening
    },
    routes: () => app.routes,
    wait: (ms) => {
      skew += ms
    },
    async newClient(callbackUrls) {
      const { id, secret } = await createClient(deps, { name: 'Another', callbackUrls })
      return { 'X-Client-Id': id, 'X-Client-Secret': secret }
    },
    async stop() {
      await Promise.all(listeners.map((listening) => listening.close()))
      await polling.stop()
      // A write to a closed database would be retried for ever.
      await deps.pendingWrites?.settled()
      await deps.database.close()
      exchange.close()
      await end()
    },
  }
}

async function ownChain(): Promise<FundedFolder> {
  const folder = await mkdtemp(join(tmpdir(), 'transfer-link-server-'))
  const chain = await startChainHost({ dataDir: folder })
  const end = async () => {
    await chain.stop()
    await rm(folder, { recursive: true, force: true })
  }
  return { chain, folder, end }
}

async function startExchange(folder: string, chainUrls: Record<string, string>): Promise<ListeningExchange> {
  const running: ListeningExchange = await runExchange({
    database: openDatabase(null),
    pageUrl: () => running.url,
    wallet: openHotWallet(folder),
    chains: Object.entries(chainUrls).map(([network, chainUrl]) => createChainClient(network, chainUrl)),
    now: Date.now,
    log: (sentence) => console.error(`sandbox exchange: ${sentence}`),
    redirectUris: [redirectUri],
    slowMs: 8000,
  })
  return running
}

function requestsTo(app: ReturnType<typeof createApp>): Requests {
  const request: Requests['request'] = async (method, path, headers, body) => {
    const sent = typeof body === 'object' ? JSON.stringify(body) : body
    const init = sent === undefined ? {} : { body: sent, headers: { 'Content-Type': 'application/json', ...headers } }
    // Over a network, each request arrives in a separate turn of the event loop.
    await setImmediate()
    const response = await app.request(path, { method, headers, ...init })
    const text = await response.text()
    checkResponse(method, path, { status: response.status, headers: response.headers, text })
    const isJson = /json/.test(response.headers.get('content-type') ?? '')
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: isJson && text !== '' ? JSON.parse(text) : null,
    }
  }
  return {
    request,
    post: (path, body, headers = clientHeaders) => request('POST', path, headers, body),
    get: (path, headers = clientHeaders) => request('GET', path, headers),
    inSession: (token, method, path, body) => request(method, path, { Authorization: `Bearer ${token}` }, body),
  }
}
