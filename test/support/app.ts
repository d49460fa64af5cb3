// The whole application for one test worker: chains, sandbox exchange, API server and shop. Each is a separate process on random
// ports, with its data in a temporary folder. A test may stop a part, start it again, or switch a fault on.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RunningProcess, startChainHost, startProcess, startSandboxExchange } from '../../sandbox/processes.ts'
import { projectRoot } from '../../scripts/command.ts'
import { freePorts } from './free-ports.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** A process that a test may stop for a while. */
export type Part = { kill(): Promise<void>; start(): Promise<void> }

export type App = {
  shopUrl: string
  apiUrl: string
  exchangeUrl: string
  /** Of the operator's console. Sign in with an address of console-sign-in.ts. */
  consoleUrl: string
  /** JSON-RPC of `ethereum` and `base`. */
  rpcUrls: Record<string, string>
  solanaUrl: string | null
  dataFolder: string
  server: Part
  exchange: Part
  /** While blocks are paused, a transaction keeps its first confirmation and gets no more. */
  pauseBlocks(isPaused: boolean): Promise<void>
  /** Starts every part that does not run, ends pauses, and switches all faults off. */
  repair(): Promise<void>
  stop(): Promise<void>
}

/** `isInMemory` stores the data in memory if there is room. Measurements store it on the disk, as users do. */
export async function startApp({ isInMemory = false } = {}): Promise<App> {
  const dataFolder = await mkdtemp(join(isInMemory ? await temporaryFolder() : tmpdir(), 'transfer-link-e2e-'))
  const [apiPort = 0, shopPort = 0, exchangePort = 0, consolePort = 0] = await freePorts(4)
  const apiUrl = `http://localhost:${apiPort}`
  const exchangeUrl = `http://127.0.0.1:${exchangePort}`
  // Browsers find every name of localhost on this machine, and accept passkeys there.
  const consoleUrl = `http://console.localhost:${consolePort}`
  const chain = await startChainHost({ dataDir: dataFolder })
  const exchange = await restartable(() =>
    startSandboxExchange({ dataDir: dataFolder, port: exchangePort, rpcUrls: chain.rpcUrls, apiUrl }),
  )
  const env = {
    PORT: String(apiPort),
    DEMO_PORT: String(shopPort),
    SANDBOX_EXCHANGE_PORT: String(exchangePort),
    RPC_URLS: chain.serverRpcUrls,
    DATA_DIR: dataFolder,
    TRANSFER_ENV: 'sandbox',
    PUBLIC_URL: apiUrl,
    API_URL: apiUrl,
    CONSOLE_PORT: String(consolePort),
    CONSOLE_URL: consoleUrl,
  }
  const output = process.env.TEST_LOGS ? 'inherit' : 'ignore'
  const start = (name: string, file: string) =>
    startProcess({ name, file: join(projectRoot, file), env, output, readyTimeoutMs: 60_000 })
  const server = await restartable(() => start('the API server', 'sandbox/server.ts'))
  const shop = await start('the shop', 'examples/shop/server.ts')
  return {
    shopUrl: `http://localhost:${shopPort}/`,
    apiUrl,
    exchangeUrl,
    consoleUrl,
    rpcUrls: chain.urls,
    solanaUrl: chain.solanaUrl,
    dataFolder,
    server,
    exchange,
    pauseBlocks: chain.pauseBlocks,
    async repair() {
      await Promise.all([server.start(), exchange.start(), chain.pauseBlocks(false)])
      await setFaults(exchangeUrl, {})
    },
    async stop() {
      await Promise.all([shop.stop(), server.stop(), exchange.stop()])
      await chain.stop()
      await rm(dataFolder, { recursive: true, force: true })
    },
  }
}

async function restartable(start: () => Promise<RunningProcess>): Promise<Part & { stop(): Promise<void> }> {
  let running: RunningProcess | null = await start()
  const end = async (how: 'kill' | 'stop') => {
    const ending = running
    running = null
    await ending?.[how]()
  }
  return {
    kill: () => end('kill'),
    stop: () => end('stop'),
    async start() {
      running ??= await start()
    },
  }
}

const noFaults = {
  down: false,
  hang: false,
  slow: false,
  error500Before: false,
  error500After: false,
  loseAnswer: false,
  halfAnswer: false,
  unknownCodeBefore: false,
  unknownCodeAfter: false,
  hugeAnswer: false,
  wrongTypedAnswer: false,
  foreignAnswer: false,
  foreignTerms: false,
  laggingList: false,
}

export type Faults = Partial<Record<keyof typeof noFaults, boolean | number | Record<string, unknown>>>

/** Switches faults of the sandbox exchange on; those not named are off afterwards. */
export async function setFaults(exchangeUrl: string, faults: Faults): Promise<void> {
  const response = await fetch(`${exchangeUrl}/console/faults`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...noFaults, ...faults }),
  })
  if (!response.ok) throw new Error(`The exchange's console returned ${response.status}: ${await response.text()}`)
}

/** Releases a withdrawal that the exchange holds (amounts ending in .03). */
export async function releaseWithdrawal(exchangeUrl: string, id: string): Promise<void> {
  const response = await fetch(`${exchangeUrl}/console/withdrawals/${id}/release`, { method: 'POST' })
  if (!response.ok) throw new Error(`The exchange's console returned ${response.status}: ${await response.text()}`)
}

export type Withdrawal = {
  id: string
  clientId: string
  asset: string
  amount: string
  status: string
  hash: string | null
}

/** Every withdrawal of the exchange, for all logins. */
export async function withdrawals(exchangeUrl: string): Promise<Withdrawal[]> {
  const response = await fetch(`${exchangeUrl}/console/withdrawals`)
  return ((await response.json()) as { withdrawals: Withdrawal[] }).withdrawals
}

export type Approval = { id: string; login: string; kind: string; purpose: string; answer: string | null; link: string }

/** Approves or declines every pending approval of a login. */
export async function approve(
  exchangeUrl: string,
  login: string,
  answer: 'given' | 'declined' = 'given',
): Promise<void> {
  const { approvals } = (await (await fetch(`${exchangeUrl}/console/approvals`)).json()) as { approvals: Approval[] }
  for (const { id } of approvals.filter((each) => each.login === login && each.answer === null))
    await callConsole(exchangeUrl, `approvals/${id}`, { answer })
}

/** An action of a login on the exchange's page: `verify`, `end-hold`, `save-addresses`; or `reset`. */
export async function settleLogin(exchangeUrl: string, login: string, what: string): Promise<void> {
  await callConsole(exchangeUrl, `logins/${login}/${what}`, {})
}

async function callConsole(exchangeUrl: string, path: string, body: object): Promise<void> {
  const response = await fetch(`${exchangeUrl}/console/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`The exchange's console returned ${response.status}: ${await response.text()}`)
}
