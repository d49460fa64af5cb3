// The rate limits of the real exchanges. They are enforced under the fault `realLimits`.

import { ExchangeError } from '../exchange-error.ts'
import type { CallKind, EmulatorCall } from './emulator.ts'

export interface Limit {
  /** The header that carries the API key. Unsigned requests are not counted. */
  keyHeader: string
  most: number
  perSecond: number
  costs: Record<CallKind, number>
  /** The limit for lists, if the exchange counts them separately. */
  lists?: { most: number; perSecond: number }
}

export interface Limits {
  /** Throws rate_limited. */
  count(limit: Limit, counted: { emulator: string; kind: CallKind; call: EmulatorCall }): void
}

export function createLimits(now: () => number): Limits {
  const used = new Map<string, { amount: number; at: number }>()
  return {
    count: ({ keyHeader, costs, lists, ...usual }, { emulator, kind, call }) => {
      const who = call.headers[keyHeader]
      if (typeof who !== 'string') return
      const isApart = kind === 'list' && lists !== undefined
      const { most, perSecond } = isApart ? lists : usual
      const key = `${emulator} ${who}${isApart ? ' lists' : ''}`
      const { amount, at } = used.get(key) ?? { amount: 0, at: now() }
      const left = Math.max(0, amount - ((now() - at) / 1000) * perSecond)
      const cost = costs[kind]
      used.set(key, { amount: left + cost > most ? left : left + cost, at: now() })
      if (left + cost <= most) return
      const retryAfter = Math.ceil((left + cost - most) / perSecond)
      throw new ExchangeError(429, 'rate_limited', 'Too many calls.').with({ retryAfter })
    },
  }
}
