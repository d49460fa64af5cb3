// Watches whether writes wait for a synchronous standby. The log has each change, and /metrics the current state.

import type { Log } from './log/log.ts'
import { durabilityGuarantee, readDurability } from './storage/durability.ts'
import type { Database } from './storage/storage.ts'

const everyMs = 5_000

export interface DurabilityWatch {
  /** False until the first check. */
  isWaiting(): boolean
  /** Checks once. If the database cannot be read, the state stays as it was. */
  check(): Promise<void>
  /** Logs the durability, and then checks it every five seconds. */
  start(environment: string): Promise<void>
  stop(): void
}

export function durabilityWatch(database: Database, log: Log): DurabilityWatch {
  let isWaiting = false
  let timer: NodeJS.Timeout | undefined

  async function check(): Promise<void> {
    const { kind, state } = await readDurability(database)
    if (kind === 'unknown' || isWaiting === (kind === 'waiting')) return
    isWaiting = kind === 'waiting'
    log.warn(
      { durability: kind },
      isWaiting
        ? `Writes wait for the synchronous standby. ${state}`
        : `Writes no longer wait for the synchronous standby. ${state}`,
    )
  }

  return {
    isWaiting: () => isWaiting,
    check,
    async start(environment) {
      const { kind, state } = await readDurability(database)
      if (kind === 'embedded') return
      const isSafe = environment === 'sandbox' || kind === 'synchronous'
      log[isSafe ? 'info' : 'warn']({ durability: kind }, `${state} ${durabilityGuarantee}`)
      await check()
      timer = setInterval(() => void check(), everyMs)
    },
    stop: () => clearInterval(timer),
  }
}
