// The API keys whose polls are in flight in this process. A key has one poll in flight at a time: a key that is slow, or over its rate
// limit, takes one slot, however many transfers and sign-ins it has.

import type { Exchange } from '../exchanges/exchange.ts'
import { fingerprintOfKey } from '../exchanges/kit/tools.ts'
import type { Credentials } from '../exchanges/sign-in.ts'

/** The key has another poll in flight. Nothing was requested. */
export class KeyIsBusy extends Error {
  constructor() {
    super('the key has another poll in flight')
    this.name = 'KeyIsBusy'
  }
}

export interface BusyKey {
  /** Whether other transfers of the key were due meanwhile. */
  isAwaited(): boolean
  end(): void
}

export interface BusyKeys {
  /** Null if the key has another poll in flight, which is then awaited. */
  begin(key: string): BusyKey | null
}

export function busyKeys(): BusyKeys {
  const busy = new Map<string, { awaited: boolean }>()
  return {
    begin(key) {
      const running = busy.get(key)
      if (running !== undefined) {
        running.awaited = true
        return null
      }
      const own = { awaited: false }
      busy.set(key, own)
      return { isAwaited: () => own.awaited, end: () => void busy.delete(key) }
    },
  }
}

/** The credentials by which the exchange counts requests. Without any, the account. */
export function keyOf(exchangeType: string, { apiKey, accessToken }: Credentials, accountId: string): string {
  return fingerprintOfKey(exchangeType, apiKey ?? accessToken ?? accountId)
}

/** `getWithdrawal` also throws KeyIsBusy. */
export function oneRequestPerKey(exchange: Exchange, keys: BusyKeys): Exchange {
  return {
    ...exchange,
    async getWithdrawal(credentials, accountId, withdrawalId) {
      const busy = keys.begin(keyOf(exchange.type, credentials, accountId))
      if (busy === null) throw new KeyIsBusy()
      try {
        return await exchange.getWithdrawal(credentials, accountId, withdrawalId)
      } finally {
        busy.end()
      }
    },
  }
}
