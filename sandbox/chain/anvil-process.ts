import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs'
import { dirname } from 'node:path'
import { anvilCall } from './anvil-rpc.ts'
import { reapOrphan, removePidFile, writePidFile } from './pid-file.ts'

interface AnvilOptions {
  binary: string
  chainId: number
  stateFile: string
}

export interface Anvil {
  url: string
  pid: number
  exited: Promise<void>
  /** Anvil writes its state and ends. */
  stop(): Promise<void>
}

const startTimeoutMs = 15_000
const stopTimeoutMs = 4000

export async function startAnvil(options: AnvilOptions): Promise<Anvil> {
  const { stateFile } = options
  const pidFile = `${stateFile}.pid`
  mkdirSync(dirname(stateFile), { recursive: true })
  await reapOrphan(pidFile, stateFile)
  setDamagedStateAside(stateFile)
  const child = spawn(options.binary, anvilArguments(options), { stdio: ['ignore', 'pipe', 'pipe'] })
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  exited.then(() => removePidFile(pidFile))
  if (child.pid !== undefined) writePidFile(pidFile, child.pid)
  try {
    const url = `http://${await listeningAddress(child)}`
    await anvilCall(url, 'eth_chainId')
    return { url, pid: child.pid as number, exited, stop: () => stopAnvil(child, exited) }
  } catch (error) {
    child.kill('SIGKILL')
    throw error
  }
}

// Anvil accepts admin calls from any caller, and WebSocket connections from any page. On Linux all of 127.0.0.0/8 is loopback. A
// random address from it cannot be found by scanning, unlike a port.
function randomHost(): string {
  const part = () => randomInt(1, 255)
  return process.platform === 'linux' ? `127.${part()}.${part()}.${part()}` : '127.0.0.1'
}

// With port 0, anvil picks a free port and prints it. A port picked beforehand could be in use by the time anvil listens. `--quiet`
// would suppress the port. `--accounts 0` leaves no unlocked account, and `--no-cors` allows no access from pages.
function anvilArguments(options: AnvilOptions): string[] {
  const fixed = '--port 0 --no-cors --accounts 0 --state-interval 1 --prune-history 64'
  return [
    '--host',
    randomHost(),
    ...fixed.split(' '),
    '--chain-id',
    String(options.chainId),
    '--state',
    options.stateFile,
  ]
}

function listeningAddress(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = ''
    let errors = ''
    const timer = setTimeout(() => reject(new Error('A local chain did not start within 15 s.')), startTimeoutMs)
    const onOutput = (chunk: Buffer) => {
      output += chunk.toString()
      const address = /Listening on (127(?:\.\d+){3}:\d+)/.exec(output)?.[1]
      if (address === undefined) return
      clearTimeout(timer)
      child.stdout?.off('data', onOutput).resume()
      resolve(address)
    }
    child.stdout?.on('data', onOutput)
    child.stderr?.on('data', (chunk: Buffer) => {
      errors = (errors + chunk.toString()).slice(-2000)
    })
    child.once('error', (error) => reject(new Error(`anvil could not be started: ${error.message}`)))
    child.once('exit', (code, signal) => {
      clearTimeout(timer)
      reject(new Error(`A local chain ended while it started (${signal ?? `code ${code}`}). ${errors.trim()}`.trim()))
    })
  })
}

async function stopAnvil(child: ChildProcess, exited: Promise<void>): Promise<void> {
  const timer = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs)
  child.kill('SIGTERM')
  await exited
  clearTimeout(timer)
}

// A power cut can truncate the file, and anvil then refuses to start. The chain starts empty, and the exchange sends all its signed
// transactions again.
function setDamagedStateAside(stateFile: string): void {
  if (!existsSync(stateFile)) return
  try {
    JSON.parse(readFileSync(stateFile, 'utf8'))
  } catch {
    renameSync(stateFile, `${stateFile}.damaged`)
    console.error(`${stateFile} was damaged and has been set aside; this local chain starts from scratch.`)
  }
}
