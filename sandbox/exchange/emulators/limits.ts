// The limits that the real exchanges set, for whoever wants to see that they are kept; they hold while `realLimits` is on.

import { ExchangeError } from '../exchange-error.ts'
import type { CallKind, Emulator, EmulatorCall, EmulatorName } from './emulator.ts'

export interface Limits {
  /** Throws rate_limited. */
  count(emulator: Emulator, call: EmulatorCall): void
}

interface Limit {
  most: number
  perSecond: number
  costs: Record<CallKind, number>
  /** Of lists alone, where they are counted apart. */
  lists?: { most: number; perSecond: number }
}

// Kraken: a counter per key that sinks by a third a second. Binance: weights per account and minute, and per second for the
// list of withdrawals, of which one takes a tenth. Coinbase: calls per user and hour.
const limits: Record<EmulatorName, Limit> = {
  kraken: { most: 15, perSecond: 0.33, costs: { withdraw: 1, list: 1, read: 1 } },
  binance: {
    most: 180_000,
    perSecond: 3000,
    costs: { withdraw: 900, list: 18_000, read: 10 },
    lists: { most: 180_000, perSecond: 180_000 },
  },
  coinbase: { most: 10_000, perSecond: 10_000 / 3600, costs: { withdraw: 1, list: 1, read: 1 } },
}

export function createLimits(now: () => number): Limits {
  const used = new Map<string, { amount: number; at: number }>()
  return {
    count: (emulator, call) => {
      const who = callerOf(call)
      if (who === null) return
      const { costs, lists, ...usual } = limits[emulator.name]
      const kind = emulator.kindOf(call)
      const isApart = kind === 'list' && lists !== undefined
      const { most, perSecond } = isApart ? lists : usual
      const key = `${emulator.name} ${who}${isApart ? ' lists' : ''}`
      const { amount, at } = used.get(key) ?? { amount: 0, at: now() }
      const left = Math.max(0, amount - ((now() - at) / 1000) * perSecond)
      const cost = costs[kind]
      used.set(key, { amount: left + cost > most ? left : left + cost, at: now() })
      if (left + cost <= most) return
      const retryAfter = Math.ceil((left + cost - most) / perSecond)
      throw new ExchangeError(429, 'rate_limited', 'Too many calls.', { retryAfter })
    },
  }
}

/** Null for a call that is signed by nobody. */
function callerOf({ headers }: EmulatorCall): string | null {
  const value = headers['api-key'] ?? headers['x-mbx-apikey'] ?? headers.authorization
  return typeof value === 'string' ? value : null
}
