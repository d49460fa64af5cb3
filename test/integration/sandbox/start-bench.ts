// `npm start` with stand-ins, on separate ports and a separate data folder, for one test at a time.
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runSandbox } from '../../../sandbox/supervisor.ts'
import { until } from '../../support/test-exchange.ts'

const standIns = join(import.meta.dirname, 'stand-ins')
export const program = join(standIns, 'start.ts')

interface Supervised {
  output(): string
  exited: Promise<number | null>
}

export interface Started extends Supervised {
  child: ChildProcess
}

export interface StartBench {
  dataDir: string
  env: NodeJS.ProcessEnv
  start(args?: string[], more?: NodeJS.ProcessEnv, command?: string[]): Started
  /** The same in the test's process. `apiServer` is the stand-in's file. */
  startHere(args?: string[], more?: NodeJS.ProcessEnv, apiServer?: string): Supervised
  /** Ends the processes that still run, and waits until none is left. */
  close(): Promise<void>
  /** Every process that was started for this data folder. */
  processes(): number[]
  noneLeft(): Promise<unknown>
}

export async function createStartBench(): Promise<StartBench> {
  const dataDir = await mkdtemp(join(tmpdir(), 'start-'))
  const env: NodeJS.ProcessEnv = { ...process.env, DATA_DIR: dataDir, ...(await freePorts()) }
  delete env.npm_lifecycle_event
  const running: Started[] = []
  const runningHere: Supervised[] = []
  const processes = () =>
    globSync('/proc/[0-9]*/environ').flatMap((file) => {
      const pid = Number(file.split('/')[2])
      return pid !== process.pid && readIfThere(file).includes(`DATA_DIR=${dataDir}\0`) ? [pid] : []
    })
  const noneLeft = () =>
    until(
      async () => processes(),
      (pids) => pids.length === 0,
    )
  return {
    dataDir,
    env,
    processes,
    noneLeft,
    start: (args = [], more = {}, command = [process.execPath, program]) => {
      const started = spawnProgram([...command, ...args], { ...env, ...more })
      running.push(started)
      return started
    },
    startHere: (args = [], more = {}, apiServer = 'api-server.ts') => {
      const files = { apiServer: join(standIns, apiServer), shop: join(standIns, 'shop.ts') }
      const [output, print] = lines()
      const terminal = { args, environment: { ...env, ...more }, line: print, error: print }
      const started = { output, exited: runSandbox({ projectRoot: standIns, ...files }, terminal) }
      runningHere.push(started)
      return started
    },
    close: async () => {
      // A supervisor in this process ends as at the signal. Nothing else here listens for it.
      process.emit('SIGHUP', 'SIGHUP')
      for (const { exited } of runningHere) await exited
      for (const { child, exited } of running) {
        child.kill('SIGKILL')
        await exited
      }
      await noneLeft()
      await rm(dataDir, { recursive: true })
    },
  }
}

function lines(): [() => string, (line: string) => void] {
  let text = ''
  return [
    () => text,
    (line) => {
      text += `${line}\n`
    },
  ]
}

function spawnProgram([file = '', ...args]: string[], env: NodeJS.ProcessEnv): Started {
  const child = spawn(file, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      text += chunk
    })
  }
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
  return { child, output: () => text, exited }
}

/** The output of a successful start. */
export function ready({ exited, output }: Supervised): Promise<string> {
  let hasEnded = false
  exited.finally(() => {
    hasEnded = true
  })
  return until(
    async () => {
      if (hasEnded) throw new Error(`It ended: ${output()}`)
      return output()
    },
    (text) => text.includes('is ready'),
  )
}

/** The output of a refused start. */
export async function refused({ exited, output }: Supervised): Promise<string> {
  const code = await exited
  if (code !== 1) throw new Error(`It ended with ${code}: ${output()}`)
  return output().trim()
}

/** The same, where it must never be ready. */
export function refusedToStart(started: Supervised): Promise<string> {
  return ready(started).then(
    () => assert.fail(`It started: ${started.output()}`),
    () => refused(started),
  )
}

export function listen(port: number): Promise<Server> {
  return new Promise((resolve) => {
    const server = createServer()
    server.listen(port, '127.0.0.1', () => resolve(server))
  })
}

const portNames = ['PORT', 'DEMO_PORT', 'SANDBOX_EXCHANGE_PORT', 'WEBHOOK_RECEIVER_PORT'] as const

export async function freePorts(): Promise<Record<(typeof portNames)[number], string>> {
  const servers = await Promise.all(portNames.map(() => listen(0)))
  const [PORT = '', DEMO_PORT = '', SANDBOX_EXCHANGE_PORT = '', WEBHOOK_RECEIVER_PORT = ''] = servers.map((server) => {
    return String((server.address() as { port: number }).port)
  })
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
  return { PORT, DEMO_PORT, SANDBOX_EXCHANGE_PORT, WEBHOOK_RECEIVER_PORT }
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
