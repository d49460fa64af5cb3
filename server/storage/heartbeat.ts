// A statement twice a second on a separate connection. It notices a host that has become silent or read-only before a request does.

import { setTimeout as pause } from 'node:timers/promises'
import { assertWritable, lacksConnection, type Probe, probe } from './writable-host.ts'

const everyMs = 500
/** The promoted host is in use long before the limit. A host that is only slow loses no connection. */
const slowMs = 250
const limitMs = 1_500

interface HeartbeatOptions {
  /** The address of the host in use. Rejects if there is none. */
  current(): Promise<string>
  /** The host has not responded yet, or has no free connection for the heartbeat. It may still accept writes. */
  onUncertain(): void
  /** The host does not respond in time, or no longer accepts writes. */
  onFailure(address: string): void
}

export interface Heartbeat {
  /** Further calls do nothing. */
  start(): void
  stop(): Promise<void>
}

export function heartbeatOf({ current, onUncertain, onFailure }: HeartbeatOptions): Heartbeat {
  const stopping = new AbortController()
  let running: Promise<void> | null = null

  async function assertWritableSoon({ client }: Probe): Promise<void> {
    const slow = setTimeout(onUncertain, slowMs)
    try {
      await assertWritable(client)
    } finally {
      clearTimeout(slow)
    }
  }

  async function run(): Promise<void> {
    let probed = null as (Probe & { address: string }) | null
    const close = () => {
      probed?.close()
      probed = null
    }
    while (!stopping.signal.aborted) {
      const address = await current().catch(() => null)
      if (probed?.address !== address) close()
      try {
        if (probed !== null) await assertWritableSoon(probed)
        else if (address !== null) probed = { ...(await probe(address, limitMs)), address }
      } catch (error) {
        close()
        if (!lacksConnection(error)) {
          if (address !== null && !stopping.signal.aborted) onFailure(address)
          continue
        }
        onUncertain()
      }
      await pause(everyMs, undefined, { signal: stopping.signal }).catch(() => {})
    }
    close()
  }

  return {
    start() {
      running ??= run()
    },
    async stop() {
      stopping.abort()
      await running
    },
  }
}
