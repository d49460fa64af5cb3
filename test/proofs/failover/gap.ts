// Measures how long after the promotion each API server completes a write: the creation of a link.
import { setTimeout as pause } from 'node:timers/promises'
import { type ApiClient, networkIds, newLinkCode } from '../chaos/api-client.ts'

const everyMs = 100
const limitMs = 30_000
const destination = { NetworkId: networkIds.base, Symbol: 'USDC', Address: `0x${'11'.repeat(20)}` }

/** Milliseconds after the promotion. Infinite if no write completed. */
interface Gap {
  /** Until the first write through any server. */
  first: number
  /** Until a write through every server. */
  last: number
}

/** `promotedAt` is a time of `performance.now()`. */
export async function measureGap(client: ApiClient, apiUrls: readonly string[], promotedAt: number): Promise<Gap> {
  const written = await Promise.all(apiUrls.map((apiUrl) => firstWrite(client, apiUrl)))
  const after = written.map((at) => at - promotedAt)
  return { first: Math.min(...after), last: Math.max(...after) }
}

/** A request that hangs does not delay the next one. */
async function firstWrite(client: ApiClient, apiUrl: string): Promise<number> {
  let doneAt = Number.POSITIVE_INFINITY
  const done = () => {
    doneAt = Math.min(doneAt, performance.now())
  }
  const deadline = performance.now() + limitMs
  while (doneAt === Number.POSITIVE_INFINITY && performance.now() < deadline) {
    newLinkCode(client, apiUrl, destination).then(done, () => {})
    await pause(everyMs)
  }
  return doneAt
}
