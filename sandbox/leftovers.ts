// The processes of a killed supervisor end by themselves a moment later. The next supervisor waits for them, because they use its
// ports and its data folder.

import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { commandLine } from './chain/pid-file.ts'

interface Leftover {
  pid: number
  /** Text that its command line contains, because the system reuses pids. */
  mark: string
}

const fileName = 'processes.json'
const exitTimeoutMs = 6000

export interface ProcessList {
  add(pid: number, mark: string): void
  clear(): void
}

export function createProcessList(dataDir: string): ProcessList {
  const file = join(dataDir, fileName)
  const list: Leftover[] = []
  return {
    add: (pid, mark) => {
      list.push({ pid, mark })
      writeFileSync(file, JSON.stringify(list))
    },
    clear: () => rmSync(file, { force: true }),
  }
}

export async function endLeftovers(dataDir: string): Promise<void> {
  const file = join(dataDir, fileName)
  const alive = () => readList(file).filter(({ pid, mark }) => commandLine(pid).includes(mark))
  const deadline = Date.now() + exitTimeoutMs
  while (alive().length > 0 && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 50))
  for (const { pid } of alive()) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It has already ended.
    }
  }
  rmSync(file, { force: true })
}

function readList(file: string): Leftover[] {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Leftover[]
  } catch {
    return []
  }
}
