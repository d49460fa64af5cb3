// The tools that the server provides to the adapters of real exchanges.

import { createHash } from 'node:crypto'
import type { NetworkCatalogue } from '../../networks/catalogue.ts'

export interface ExchangeTools {
  now(): Date
  networks: NetworkCatalogue
  /** Waits until one more request is within the limit. False if the wait would be too long: then nothing may be sent. */
  acquire(bucket: string, policy: CallPolicy): Promise<boolean>
  /**
   * Runs one call of a key at a time, across all processes, with a nonce higher than any before.
   * Null if the lock was not acquired in time: then nothing was called.
   */
  withKeyLock<T>(key: string, call: (nonce: number) => Promise<T>): Promise<T | null>
}

export interface CallPolicy {
  quota: number
  windowSeconds: number
}

/** Identifies a key in memory and in the database without revealing it. */
export function fingerprintOfKey(exchangeType: string, apiKey: string): string {
  return createHash('sha256').update(`${exchangeType} ${apiKey}`).digest('base64url').slice(0, 22)
}
