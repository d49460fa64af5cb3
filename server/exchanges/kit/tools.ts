// What an adapter of a real exchange is given by the server it runs in.

import { createHash } from 'node:crypto'
import type { NetworkCatalogue } from '../../networks/catalogue.ts'

export interface ExchangeTools {
  now(): Date
  networks: NetworkCatalogue
  /** Waits until one more call is within the limit. False where that would take too long: then nothing may be called. */
  waitForRoom(bucket: string, policy: CallPolicy): Promise<boolean>
  /**
   * One call of a key at a time, in this process and all others, each with a number higher than any before.
   * Null where the turn did not come in time: then nothing was called.
   */
  inTurn<T>(key: string, call: (nonce: number) => Promise<T>): Promise<T | null>
}

export interface CallPolicy {
  quota: number
  windowSeconds: number
}

/** Names a key where it has to be told apart, in memory and in rows, without telling it. */
export function fingerprintOfKey(exchangeType: string, apiKey: string): string {
  return createHash('sha256').update(`${exchangeType} ${apiKey}`).digest('base64url').slice(0, 22)
}
