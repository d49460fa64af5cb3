// An anvil survives the death of its host and keeps writing its state file. The pid file lets the next host stop it first.

import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'

interface PidRecord {
  pid: number
  hostPid: number
}

export function writePidFile(path: string, pid: number): void {
  writeFileSync(path, JSON.stringify({ pid, hostPid: process.pid } satisfies PidRecord))
}

export function removePidFile(path: string): void {
  rmSync(path, { force: true })
}

/** Stops the anvil of an earlier run. Its command line must contain `mark`, because the system reuses pids. */
export async function reapOrphan(path: string, mark: string): Promise<void> {
  const record = readPidFile(path)
  if (record === null) return
  await until(() => !isHost(record.hostPid), 5000)
  if (isHost(record.hostPid)) {
    throw new Error(`Another chain host (process ${record.hostPid}) is already running on this data folder.`)
  }
  const isOurs = () => commandLine(record.pid).includes(mark)
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    if (!isOurs()) break
    try {
      process.kill(record.pid, signal)
    } catch {
      break
    }
    await until(() => !isOurs(), 3000)
  }
  removePidFile(path)
}

function readPidFile(path: string): PidRecord | null {
  try {
    const record = JSON.parse(readFileSync(path, 'utf8')) as PidRecord
    return Number.isSafeInteger(record.pid) && record.pid > 1 ? record : null
  } catch {
    return null
  }
}

function isHost(pid: number): boolean {
  return pid !== process.pid && /chain[/\\]main\.[jt]s/.test(commandLine(pid))
}

/** Empty if there is no such process, or it is a zombie. */
export function commandLine(pid: number): string {
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
    return execFileSync('ps', ['-p', String(pid), '-o', 'command='], { encoding: 'utf8', stdio: 'pipe' })
  } catch {
    return ''
  }
}

async function until(done: () => boolean, timeoutMs: number): Promise<void> {
  const deadline = Date.now() + timeoutMs
  while (!done() && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 20))
}
