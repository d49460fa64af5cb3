// Watches the durability of acknowledged writes. The log has each change, and /metrics the current state.

import type { Log } from './log/log.ts'
import { type Durability, type DurabilityKind, durabilityGuarantee, readDurability } from './storage/durability.ts'
import type { Database } from './storage/storage.ts'

const everyMs = 5_000

export interface DurabilityWatch {
  /** Null until the database was read. */
  current(): DurabilityKind | null
  /** Checks once, and logs what has changed. If the database cannot be read, the state stays as it was. */
  check(): Promise<void>
  /** Logs the durability, and then checks it every five seconds. */
  start(environment: string): Promise<void>
  stop(): void
}

export function durabilityWatch(database: Database, log: Log): DurabilityWatch {
  let current: DurabilityKind | null = null
  let host: string | null = null
  let timer: NodeJS.Timeout | undefined

  function note(read: Durability): void {
    if (read.kind === 'unreadable') return
    current = read.kind
    host = read.host ?? host
  }

  async function check(): Promise<void> {
    const read = await readDurability(database)
    if (read.kind === 'unreadable') return
    const [kindBefore, hostBefore] = [current, host]
    note(read)
    if (hostBefore !== null && host !== hostBefore) {
      log.warn({ host }, `PostgreSQL is now at ${host}. Before, it was at ${hostBefore}.`)
    }
    if (current !== kindBefore) log.warn({ durability: current }, describeChange(kindBefore, read))
  }

  return {
    current: () => current,
    check,
    async start(environment) {
      const read = await readDurability(database)
      note(read)
      if (read.kind === 'embedded') return
      const isSafe = environment === 'sandbox' || read.kind === 'synchronous'
      const message = `${describe(read)} ${durabilityGuarantee}`
      log[isSafe ? 'info' : 'warn']({ durability: read.kind, host: read.host }, message)
      timer = setInterval(() => void check(), everyMs)
    },
    stop: () => clearInterval(timer),
  }
}

function describe({ state, fix }: Durability): string {
  return fix === undefined ? state : `${state} ${fix}`
}

function describeChange(before: DurabilityKind | null, read: Durability): string {
  if (read.kind === 'waiting') return `Writes wait for the synchronous standby. ${describe(read)}`
  const isOver = before === 'waiting' && read.kind !== 'unknown'
  return isOver ? `Writes no longer wait for the synchronous standby. ${describe(read)}` : describe(read)
}
