// A process that is repeatedly killed, frozen and started again. Its output is written to a log file.
import { type ChildProcess, fork } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

interface VictimOptions {
  name: string
  file: string
  /** Arguments of the file. */
  args?: readonly string[]
  env: Record<string, string>
  logFile: string
}

export interface Victim {
  readonly name: string
  readonly state: 'down' | 'starting' | 'up' | 'frozen'
  /** When it was last ready, by `performance.now()`. */
  readonly readySince: number
  /** The message with which it was last ready. */
  readonly ready: Record<string, unknown>
  /** How long each start took until it was ready. */
  readonly startMs: readonly number[]
  /** Reports of ends that the run did not cause. */
  readonly errors: readonly string[]
  /** Resolves when it is ready, or when it was killed before. */
  start(): Promise<void>
  /** SIGKILL. */
  kill(): Promise<void>
  /** SIGSTOP. */
  freeze(): void
  /** SIGCONT. */
  thaw(): void
  /** Sends SIGTERM, and SIGKILL if the process does not end. Null if it did not run. */
  stop(): Promise<Ending | null>
}

/** How a process ended, and how long after the signal. */
export interface Ending {
  code: number | null
  signal: NodeJS.Signals | null
  ms: number
}

const startLimitMs = 60_000
const stopLimitMs = 10_000

export function victim({ name, file, args = [], env, logFile }: VictimOptions): Victim {
  const startMs: number[] = []
  const errors: string[] = []
  let state: Victim['state'] = 'down'
  let readySince = 0
  let ready: Record<string, unknown> = {}
  let child: ChildProcess | null = null
  let exited: Promise<Omit<Ending, 'ms'>> = Promise.resolve({ code: null, signal: null })
  /** Whether the run caused the next end of the process. */
  let expected = false

  async function start(): Promise<void> {
    if (child !== null) return
    const log = openSync(logFile, 'a')
    const forkedAt = performance.now()
    const born = fork(file, args, { env: { ...process.env, ...env }, execArgv: [], stdio: ['ignore', log, log, 'ipc'] })
    closeSync(log)
    child = born
    state = 'starting'
    expected = false
    let reason = ''
    exited = new Promise((resolve) => {
      born.once('exit', (code, signal) => {
        if (!expected) errors.push(`${name} ended by itself (${signal ?? `code ${code}`}) ${reason}`.trim())
        child = null
        state = 'down'
        resolve({ code, signal })
      })
    })
    const isReady = new Promise<void>((resolve) => {
      born.on('message', (message: { type: string; message?: string }) => {
        if (message.type === 'failed') reason = message.message ?? ''
        if (message.type !== 'ready') return
        startMs.push(performance.now() - forkedAt)
        readySince = performance.now()
        ready = { ...message }
        state = 'up'
        resolve()
      })
    })
    const limit = setTimeout(() => {
      errors.push(`${name} was not ready within ${startLimitMs / 1000} s`)
      born.kill('SIGKILL')
    }, startLimitMs)
    await Promise.race([isReady, exited])
    clearTimeout(limit)
  }

  async function end(signal: 'SIGKILL' | 'SIGTERM'): Promise<Ending | null> {
    const ending = child
    if (ending === null) return null
    expected = true
    const signalledAt = performance.now()
    if (state === 'frozen' && signal === 'SIGTERM') ending.kill('SIGCONT')
    ending.kill(signal)
    // The chains of a killed chain host go on. A crash of the machine would end them too.
    if (signal === 'SIGKILL') for (const pid of (ready.anvilPids ?? []) as number[]) killIfThere(pid)
    const limit = new AbortController()
    pause(stopLimitMs, undefined, { signal: limit.signal }).then(
      () => ending.kill('SIGKILL'),
      () => {},
    )
    const how = await exited
    limit.abort()
    return { ...how, ms: performance.now() - signalledAt }
  }

  return {
    name,
    startMs,
    errors,
    get state() {
      return state
    },
    get readySince() {
      return readySince
    },
    get ready() {
      return ready
    },
    start,
    kill: async () => void (await end('SIGKILL')),
    stop: () => end('SIGTERM'),
    freeze() {
      if (state === 'up' && child?.kill('SIGSTOP') === true) state = 'frozen'
    },
    thaw() {
      if (state === 'frozen' && child?.kill('SIGCONT') === true) state = 'up'
    },
  }
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended already.
  }
}
