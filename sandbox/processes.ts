// Starts the sandbox's processes, each forked with a channel. A child reports over it that it is ready, or why it cannot start, and
// ends when the channel breaks. The supervisor and the tests use the same functions.

import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { hotWalletAddress } from './exchange/hot-wallet.ts'
import { walletsToFund } from './wallet/accounts.ts'
import { solanaWalletsToFund } from './wallet/solana-accounts.ts'

export interface ProcessOptions {
  /** The process's name in messages: `the API server`. */
  name: string
  file: string
  args?: string[]
  env?: Record<string, string>
  readyTimeoutMs?: number
  /** Standard output; errors are always passed on. */
  output?: 'inherit' | 'ignore'
  /** Stops the process while it starts. */
  signal?: AbortSignal
  /** Called before the process is ready. */
  onFork?: (pid: number) => void
}

export interface Exit {
  code: number | null
  signal: NodeJS.Signals | null
  /** The process's message, if any. */
  reason: string | null
}

export interface RunningProcess {
  name: string
  pid: number
  /** The process's ready message. */
  ready: Record<string, unknown>
  exited: Promise<Exit>
  /** Sends a message and waits for one of this type. */
  request(message: object, replyType: string): Promise<void>
  /** Sends SIGTERM, then SIGKILL if the process does not end. */
  stop(): Promise<void>
  /** Sends SIGKILL, to simulate a crash. */
  kill(): Promise<void>
}

type ChildMessage = { type: 'ready' } | { type: 'failed'; message: string }

/** An API server needs up to ten seconds if its exchange hangs. */
const stopTimeoutMs = 11_000

export async function startProcess(options: ProcessOptions): Promise<RunningProcess> {
  options.signal?.throwIfAborted()
  const child = fork(options.file, options.args ?? [], {
    env: { ...process.env, ...options.env },
    execArgv: [],
    stdio: ['ignore', options.output ?? 'inherit', 'inherit', 'ipc'],
  })
  if (child.pid !== undefined) options.onFork?.(child.pid)
  options.signal?.addEventListener('abort', () => child.kill('SIGTERM'))
  let reason: string | null = null
  child.on('message', (message: ChildMessage) => {
    if (message.type === 'failed') reason = message.message
  })
  const exited = new Promise<Exit>((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal, reason }))
  })
  const ready = await readyMessage(child, exited, options)
  return {
    name: options.name,
    pid: child.pid as number,
    ready,
    exited,
    request: (message, replyType) => requestOf(child, message, replyType),
    stop: () => endProcess(child, exited, 'SIGTERM'),
    kill: () => endProcess(child, exited, 'SIGKILL'),
  }
}

function readyMessage(
  child: ChildProcess,
  exited: Promise<Exit>,
  { name, readyTimeoutMs = 30_000 }: ProcessOptions,
): Promise<Record<string, unknown>> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill('SIGKILL')
      reject(new Error(`${capitalize(name)} was not ready within ${readyTimeoutMs / 1000} s.`))
    }, readyTimeoutMs)
    child.once('error', reject)
    child.on('message', (message: ChildMessage) => {
      if (message.type !== 'ready') return
      clearTimeout(timer)
      resolve({ ...message })
    })
    exited.then((exit) => {
      clearTimeout(timer)
      reject(new Error(exit.reason ?? `${capitalize(name)} ended while it started (${exitText(exit)}).`))
    })
  })
}

function requestOf(child: ChildProcess, message: object, replyType: string): Promise<void> {
  return new Promise((resolve) => {
    const receive = ({ type }: { type: string }) => {
      if (type !== replyType) return
      child.off('message', receive)
      resolve()
    }
    child.on('message', receive)
    child.send(message)
  })
}

async function endProcess(child: ChildProcess, exited: Promise<Exit>, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) child.kill(signal)
  const timer = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs)
  await exited
  clearTimeout(timer)
}

export function exitText({ code, signal }: Exit): string {
  return signal === null ? `code ${code}` : signal
}

export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

export interface ChainHost extends RunningProcess {
  /** The JSON-RPC URL of each EVM network, for read methods and signed transactions only. */
  urls: Record<string, string>
  /** The same in the form of the environment variable RPC_URLS. */
  rpcUrls: string
  /** The JSON-RPC URL of Solana, used by wallets only. Null if there is no litesvm for this platform. */
  solanaUrl: string | null
  /** RPC_URLS of all chains, for the API server. */
  serverRpcUrls: string
  anvilPids: number[]
  /** While blocks are paused, a block is mined for each transaction and none after it. */
  pauseBlocks(isPaused: boolean): Promise<void>
}

interface ChainHostOptions extends Pick<ProcessOptions, 'signal' | 'onFork'> {
  /** The whole data folder. The chains use `chain/` in it. */
  dataDir: string
  /** More addresses to fund with every coin and token, besides the exchange's and the user's wallets of this data folder. */
  fund?: string[]
}

export async function startChainHost({ dataDir, fund = [], ...process }: ChainHostOptions): Promise<ChainHost> {
  const host = await startProcess({
    ...process,
    name: 'the chain host',
    file: fileURLToPath(new URL('./chain/main.ts', import.meta.url)),
    env: {
      DATA_DIR: dataDir,
      CHAIN_FUND: [hotWalletAddress(dataDir), ...walletsToFund(dataDir), ...fund].join(','),
      SOLANA_FUND: solanaWalletsToFund(dataDir).join(','),
    },
  })
  const {
    rpcUrls: urls,
    solanaUrl,
    anvilPids,
  } = host.ready as unknown as {
    rpcUrls: Record<string, string>
    solanaUrl: string | null
    anvilPids: number[]
  }
  const all = { ...urls, ...(solanaUrl !== null && { solana: solanaUrl }) }
  const kill = async () => {
    // Like a crash of the machine, this includes the chains.
    await host.kill()
    for (const pid of anvilPids) killIfThere(pid)
  }
  const pauseBlocks = (isPaused: boolean) => host.request({ isPaused }, 'pausedBlocks')
  const texts = { rpcUrls: rpcUrlsText(urls), serverRpcUrls: rpcUrlsText(all) }
  return { ...host, ...texts, kill, urls, solanaUrl, anvilPids, pauseBlocks }
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has already ended.
  }
}

function rpcUrlsText(urls: Record<string, string>): string {
  return Object.entries(urls)
    .map(([network, url]) => `${network}=${url}`)
    .join(',')
}

export interface SandboxExchange extends RunningProcess {
  url: string
}

interface SandboxExchangeOptions extends Pick<ProcessOptions, 'signal' | 'onFork'> {
  /** The whole data folder. The exchange stores its ledger and its key in `exchange/`. */
  dataDir: string
  /** 0 picks a free port. */
  port?: number
  /** Per network, as an object or in the form of RPC_URLS. */
  rpcUrls: string | Record<string, string>
  /** The URL of the API server, which the exchange's sign-in pages redirect to. */
  apiUrl?: string
}

export async function startSandboxExchange(options: SandboxExchangeOptions): Promise<SandboxExchange> {
  const { dataDir, port = 0, rpcUrls, apiUrl, ...process } = options
  const exchange = await startProcess({
    ...process,
    name: 'the sandbox exchange',
    file: fileURLToPath(new URL('./exchange/main.ts', import.meta.url)),
    env: {
      DATA_DIR: dataDir,
      SANDBOX_EXCHANGE_PORT: String(port),
      RPC_URLS: typeof rpcUrls === 'string' ? rpcUrls : rpcUrlsText(rpcUrls),
      ...(apiUrl === undefined ? {} : { OAUTH_REDIRECT_URIS: `${apiUrl}/api/v1/link/redirect/return` }),
    },
  })
  return { ...exchange, url: String(exchange.ready.url) }
}
