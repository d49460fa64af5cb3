// Starts and stops all processes of the sandbox. If one dies, all are stopped. A child ends by itself when its channel breaks, so none
// survives this process, even if it is killed.

import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { anvilBinary } from './chain/anvil-binary.ts'
import { lockDataFolder } from './data-folder.ts'
import { createProcessList, endLeftovers, type ProcessList } from './leftovers.ts'
import { helpText, readOptions, type SandboxOptions } from './options.ts'
import { watchParents } from './parent-watch.ts'
import { requireFreePorts } from './ports.ts'
import {
  capitalize,
  exitText,
  type ProcessOptions,
  type RunningProcess,
  startChainHost,
  startProcess,
  startSandboxExchange,
} from './processes.ts'
import { createReloading, watchServerSources } from './reload.ts'
import { summary } from './summary.ts'
import { trustedAuthorities } from './webhooks/trusted-authorities.ts'

interface SupervisedPrograms {
  projectRoot: string
  apiServer: string
  shop: string
  /** Builds the browser's files if they are stale. */
  build?(signal: AbortSignal): Promise<void>
  /** For `--dev`: programs that rebuild after a change. */
  watchers?: readonly BuildWatcher[]
}

export interface BuildWatcher {
  name: string
  file: string
  args: string[]
}

/** The input and output of the supervisor. */
interface SandboxTerminal {
  args: string[]
  environment: NodeJS.ProcessEnv
  line(text: string): void
  error(text: string): void
}

const processTerminal = (): SandboxTerminal => ({
  args: process.argv.slice(2),
  environment: process.env,
  line: (text) => console.log(text),
  error: (text) => console.error(text),
})

interface Run {
  options: SandboxOptions
  programs: SupervisedPrograms
  terminal: SandboxTerminal
  list: ProcessList
  /** Aborted to stop everything. */
  ending: AbortController
  /** Stops the started parts, in reverse order. */
  stops: (() => Promise<void> | void)[]
  onDeath: (sentence: string) => void
}

const receiverFile = fileURLToPath(new URL('webhooks/main.ts', import.meta.url))

// Ctrl-C also reaches the children. A child that ended because of it must not count as dead.
const graceMs = 300

/** Runs the sandbox with the options of the command line and the environment. Resolves with the exit code at the end. */
export async function runSandbox(programs: SupervisedPrograms, terminal = processTerminal()): Promise<number> {
  try {
    const options = readOptions(terminal.args, terminal.environment, programs.projectRoot)
    if (!options.isHelp) return await superviseSandbox(options, programs, terminal)
    terminal.line(helpText)
    return 0
  } catch (error) {
    terminal.error(error instanceof Error ? error.message : String(error))
    return 1
  }
}

async function superviseSandbox(
  options: SandboxOptions,
  programs: SupervisedPrograms,
  terminal: SandboxTerminal,
): Promise<number> {
  const ending = new AbortController()
  const problems: string[] = []
  const end = (problem?: string) => {
    if (ending.signal.aborted) return
    if (problem !== undefined) problems.push(problem)
    ending.abort()
  }
  const stopWatchingParents = watchParents(() => end())
  const run: Run = {
    options,
    programs,
    terminal,
    list: createProcessList(options.dataDir),
    ending,
    stops: [onSignals(() => end()), stopWatchingParents],
    onDeath: end,
  }
  try {
    await startEverything(run)
    if (!ending.signal.aborted) await new Promise((resolve) => ending.signal.addEventListener('abort', resolve))
  } catch (error) {
    if (!ending.signal.aborted) end(error instanceof Error ? error.message : String(error))
  }
  for (const stop of run.stops.reverse()) await stop()
  for (const problem of problems) terminal.error(problem)
  return problems.length === 0 ? 0 : 1
}

/** Returns the function that stops listening. */
function onSignals(end: () => void): () => void {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  for (const signal of signals) process.on(signal, end)
  return () => {
    for (const signal of signals) process.off(signal, end)
  }
}

async function startEverything(run: Run): Promise<void> {
  const { options, programs, terminal, ending, stops } = run
  const startedAt = performance.now()
  anvilBinary()
  stops.push(await lockDataFolder(options.dataDir, options.isFresh))
  await endLeftovers(options.dataDir)
  await requireFreePorts([
    { user: 'the API server', variable: 'PORT', port: options.apiPort },
    { user: 'the demo shop', variable: 'DEMO_PORT', port: options.shopPort },
    { user: 'the sandbox exchange', variable: 'SANDBOX_EXCHANGE_PORT', port: options.exchangePort },
    { user: 'the operator’s console', variable: 'CONSOLE_PORT', port: options.consolePort },
    { user: 'the webhook receiver', variable: 'WEBHOOK_RECEIVER_PORT', port: options.receiverPort },
  ])
  await programs.build?.(ending.signal)
  const { consoleUrl } = await startProcesses(run)
  if (ending.signal.aborted) return
  terminal.line(summary({ ...options, consoleUrl }, ((performance.now() - startedAt) / 1000).toFixed(1)))
}

async function startProcesses(run: Run): Promise<{ consoleUrl: string }> {
  const { options, programs, stops, list } = run
  const { environment } = run.terminal
  const { dataDir, apiPort, shopPort, exchangePort, consolePort, receiverPort, docsPort } = options
  // Cleared last, so that the next supervisor waits until all processes have ended.
  stops.push(() => list.clear())
  const chain = await started(run, startChainHost({ dataDir, ...tracked(run, 'chain/main.ts') }))
  const env = {
    DATA_DIR: dataDir,
    PORT: String(apiPort),
    DEMO_PORT: String(shopPort),
    SANDBOX_EXCHANGE_PORT: String(exchangePort),
    CONSOLE_PORT: String(consolePort),
    SANDBOX_EXCHANGE_URL: `http://127.0.0.1:${exchangePort}`,
    RPC_URLS: chain.serverRpcUrls,
    API_URL: `http://localhost:${apiPort}`,
    WEBHOOK_RECEIVER_PORT: String(receiverPort),
    DOCS_PORT: String(docsPort),
    // Request logs would hide the printed table.
    LOG_LEVEL: environment.LOG_LEVEL ?? 'warn',
  }
  const program = (name: string, file: string, more = {}) =>
    startProcess({ name, file, env: { ...env, ...more }, ...tracked(run, basename(file)) })
  const exchange = started(
    run,
    startSandboxExchange({
      ...{ dataDir, port: exchangePort, rpcUrls: chain.rpcUrls },
      apiUrl: environment.PUBLIC_URL ?? env.API_URL,
      ...tracked(run, 'exchange/main.ts'),
    }),
  )
  const authorities = { NODE_EXTRA_CA_CERTS: trustedAuthorities(dataDir, environment) }
  const apiServer = startApiServer(run, () => program('the API server', programs.apiServer, authorities))
  const shop = started(run, program('the demo shop', programs.shop))
  const receiver = started(
    run,
    startProcess({ name: 'the webhook receiver', file: receiverFile, env, ...tracked(run, 'webhooks/main.ts') }),
  )
  const results = await Promise.allSettled([exchange, apiServer, shop, receiver])
  for (const result of results) if (result.status === 'rejected') throw result.reason
  const { ready } = await apiServer
  if (options.isDev) {
    for (const watcher of programs.watchers ?? []) {
      const { name, file, args } = watcher
      const process = { name, file, args, readyTimeoutMs: 120_000, ...tracked(run, basename(file)) }
      await started(run, startProcess(process))
    }
  }
  return { consoleUrl: String(ready.consoleUrl) }
}

/** Returns the process that was started first. */
async function startApiServer(run: Run, start: () => Promise<RunningProcess>): Promise<RunningProcess> {
  if (!run.options.isDev) return started(run, start())
  const first = await start()
  const server = createReloading(first, start, run.terminal.line)
  const stopWatching = watchServerSources(run.programs.projectRoot, server.reload)
  run.stops.push(async () => {
    stopWatching()
    await server.stop()
  })
  return first
}

function tracked({ list, ending }: Run, mark: string): Pick<ProcessOptions, 'signal' | 'onFork'> {
  return { signal: ending.signal, onFork: (pid) => list.add(pid, mark) }
}

/** Waits until the process is ready. If it dies later, everything stops. */
async function started<Started extends RunningProcess>(run: Run, starting: Promise<Started>): Promise<Started> {
  const child = await starting.catch((error: unknown) => {
    // Stops at once instead of waiting for the other processes.
    run.onDeath(error instanceof Error ? error.message : String(error))
    throw error
  })
  run.stops.push(child.stop)
  child.exited.then(async (exit) => {
    await new Promise((resolve) => setTimeout(resolve, graceMs))
    run.onDeath(
      exit.reason ??
        `${capitalize(child.name)} ended unexpectedly (${exitText(exit)}), so everything was stopped. \`npm start\` continues on the same data.`,
    )
  })
  return child
}
