// Starts every process of the sandbox, keeps them together, and ends them together: when one dies all end, and nothing
// survives this process. Each child ends by itself when its channel breaks, so that holds when this one is killed, too.

import { basename } from 'node:path'
import { anvilBinary } from './chain/anvil-binary.ts'
import { takeDataFolder } from './data-folder.ts'
import { createProcessList, endLeftovers, type ProcessList } from './leftovers.ts'
import { helpText, readOptions, type SandboxOptions } from './options.ts'
import { watchParents } from './parent-watch.ts'
import { requireFreePorts } from './ports.ts'
import {
  capital,
  exitText,
  type ProcessOptions,
  type RunningProcess,
  startChainHost,
  startProcess,
  startSandboxExchange,
} from './processes.ts'
import { createReloading, watchServerSources } from './reload.ts'
import { summary } from './summary.ts'

export interface SupervisedPrograms {
  projectRoot: string
  apiServer: string
  shop: string
  /** Builds what the browser loads, where it is stale. */
  build?(signal: AbortSignal): Promise<void>
  /** Programs that build it again whenever a source changes, for `--dev`. */
  watchers?: readonly BuildWatcher[]
}

export interface BuildWatcher {
  name: string
  file: string
  args: string[]
}

interface Run {
  options: SandboxOptions
  programs: SupervisedPrograms
  list: ProcessList
  /** Aborted when everything is to end. */
  ending: AbortController
  /** Ends what has started, in the reverse order of starting. */
  stops: (() => Promise<void> | void)[]
  onDeath: (sentence: string) => void
}

// A Ctrl-C reaches the children too; one that ended from it must not be taken for one that died.
const graceMs = 300

/** What the command line and the environment ask for. Resolves with the exit code when everything has ended again. */
export async function runSandbox(programs: SupervisedPrograms): Promise<number> {
  try {
    const options = readOptions(process.argv.slice(2), process.env, programs.projectRoot)
    if (!options.wantsHelp) return await superviseSandbox(options, programs)
    console.log(helpText)
    return 0
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    return 1
  }
}

async function superviseSandbox(options: SandboxOptions, programs: SupervisedPrograms): Promise<number> {
  const ending = new AbortController()
  const problems: string[] = []
  const end = (problem?: string) => {
    if (ending.signal.aborted) return
    if (problem !== undefined) problems.push(problem)
    ending.abort()
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => end())
  const stopWatchingParents = watchParents(() => end())
  const run: Run = {
    options,
    programs,
    list: createProcessList(options.dataDir),
    ending,
    stops: [stopWatchingParents],
    onDeath: end,
  }
  try {
    await startEverything(run)
    if (!ending.signal.aborted) await new Promise((resolve) => ending.signal.addEventListener('abort', resolve))
  } catch (error) {
    if (!ending.signal.aborted) end(error instanceof Error ? error.message : String(error))
  }
  for (const stop of run.stops.reverse()) await stop()
  for (const problem of problems) console.error(problem)
  return problems.length === 0 ? 0 : 1
}

async function startEverything(run: Run): Promise<void> {
  const { options, programs, ending, stops } = run
  const startedAt = performance.now()
  anvilBinary()
  stops.push(await takeDataFolder(options.dataDir, options.isFresh))
  await endLeftovers(options.dataDir)
  await requireFreePorts([
    { user: 'the API server', variable: 'PORT', port: options.apiPort },
    { user: 'the demo shop', variable: 'DEMO_PORT', port: options.shopPort },
    { user: 'the sandbox exchange', variable: 'SANDBOX_EXCHANGE_PORT', port: options.exchangePort },
  ])
  await programs.build?.(ending.signal)
  await startProcesses(run)
  if (ending.signal.aborted) return
  console.log(summary(options, ((performance.now() - startedAt) / 1000).toFixed(1)))
}

async function startProcesses(run: Run): Promise<void> {
  const { options, programs, stops, list } = run
  const { dataDir, apiPort, shopPort, exchangePort } = options
  // Emptied last: until all have ended, the next supervisor has something to wait for.
  stops.push(() => list.clear())
  const chain = await started(run, startChainHost({ dataDir, ...tracked(run, 'chain/main.ts') }))
  const env = {
    DATA_DIR: dataDir,
    PORT: String(apiPort),
    DEMO_PORT: String(shopPort),
    SANDBOX_EXCHANGE_PORT: String(exchangePort),
    SANDBOX_EXCHANGE_URL: `http://127.0.0.1:${exchangePort}`,
    RPC_URLS: chain.serverRpcUrls,
    API_URL: `http://localhost:${apiPort}`,
    // A line for every request would bury what was just printed.
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn',
  }
  const program = (name: string, file: string) => startProcess({ name, file, env, ...tracked(run, basename(file)) })
  const exchange = started(
    run,
    startSandboxExchange({
      ...{ dataDir, port: exchangePort, rpcUrls: chain.rpcUrls },
      apiUrl: process.env.PUBLIC_URL ?? env.API_URL,
      ...tracked(run, 'exchange/main.ts'),
    }),
  )
  const apiServer = startApiServer(run, () => program('the API server', programs.apiServer))
  const shop = started(run, program('the demo shop', programs.shop))
  const results = await Promise.allSettled([exchange, apiServer, shop])
  for (const result of results) if (result.status === 'rejected') throw result.reason
  if (options.isDev) {
    for (const watcher of programs.watchers ?? []) {
      const { name, file, args } = watcher
      const process = { name, file, args, readyTimeoutMs: 120_000, ...tracked(run, basename(file)) }
      await started(run, startProcess(process))
    }
  }
}

async function startApiServer(run: Run, start: () => Promise<RunningProcess>): Promise<void> {
  if (!run.options.isDev) {
    await started(run, start())
    return
  }
  const server = createReloading(await start(), start, console.log)
  const stopWatching = watchServerSources(run.programs.projectRoot, server.reload)
  run.stops.push(async () => {
    stopWatching()
    await server.stop()
  })
}

function tracked({ list, ending }: Run, mark: string): Pick<ProcessOptions, 'signal' | 'onFork'> {
  return { signal: ending.signal, onFork: (pid) => list.add(pid, mark) }
}

/** Waits until it is ready; from then on its death is everybody's. */
async function started<Started extends RunningProcess>(run: Run, starting: Promise<Started>): Promise<Started> {
  const child = await starting.catch((error: unknown) => {
    // At once, so that the others need not get ready first.
    run.onDeath(error instanceof Error ? error.message : String(error))
    throw error
  })
  run.stops.push(child.stop)
  child.exited.then(async (exit) => {
    await new Promise((resolve) => setTimeout(resolve, graceMs))
    run.onDeath(
      exit.reason ??
        `${capital(child.name)} ended unexpectedly (${exitText(exit)}), so everything was stopped. \`npm start\` continues on the same data.`,
    )
  })
  return child
}
