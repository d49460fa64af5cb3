// The turns of the transfers that share an API key. A key has one poll in flight at a time in this process: a key that is slow, or over
// its rate limit, takes one slot, however many transfers and sign-ins it has. A transfer that was polled has its next turn after all that
// wait.

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

export interface Turn {
  /** Whether the transfer has waited for its turn. The others of the poll have had theirs. */
  has(transferId: string): boolean
  /** `unpolled`: the transfers that still wait. */
  end(unpolled: readonly string[]): void
}

export interface KeyTurns {
  /** Null if the key has another poll in flight, or if it is the turn of other transfers. Then these wait for theirs. */
  begin(key: string, transferIds: readonly string[], now: Date): Turn | null
  /** For a single request, which has no turn. Throws KeyIsBusy. */
  request<T>(key: string, send: () => Promise<T>): Promise<T>
}

interface KeyState {
  inFlight: boolean
  /** The transfers that wait for their turn, and when each was last due. */
  waiting: Map<string, number>
  /** The transfers that have been polled since these wait. */
  polled: Set<string>
}

/** A transfer that is not due again by then was polled by another process. */
const longestWaitMs = 20_000

export function keyTurns(): KeyTurns {
  const states = new Map<string, KeyState>()

  function stateOf(key: string): KeyState {
    const state = states.get(key) ?? { inFlight: false, waiting: new Map<string, number>(), polled: new Set<string>() }
    states.set(key, state)
    return state
  }

  function deleteUnused(key: string, { inFlight, waiting }: KeyState): void {
    if (!inFlight && waiting.size === 0) states.delete(key)
  }

  return {
    begin(key, transferIds, now) {
      const state = stateOf(key)
      const { waiting, polled } = state
      const at = now.getTime()
      for (const [id, dueAt] of waiting) if (dueAt < at - longestWaitMs) waiting.delete(id)
      if (waiting.size === 0) polled.clear()
      const inTurn = new Set(transferIds.filter((id) => !polled.has(id)))
      if (state.inFlight || inTurn.size === 0) {
        for (const id of inTurn) waiting.set(id, at)
        return null
      }
      state.inFlight = true
      for (const id of inTurn) waiting.delete(id)
      return {
        has: (id) => inTurn.has(id),
        end(unpolled) {
          const isUnpolled = new Set(unpolled)
          for (const id of transferIds) {
            if (!isUnpolled.has(id)) polled.add(id)
            else if (inTurn.has(id)) waiting.set(id, at)
          }
          state.inFlight = false
          deleteUnused(key, state)
        },
      }
    },
    async request(key, send) {
      const state = stateOf(key)
      if (state.inFlight) throw new KeyIsBusy()
      state.inFlight = true
      try {
        return await send()
      } finally {
        state.inFlight = false
        deleteUnused(key, state)
      }
    },
  }
}

/** The credentials by which the exchange counts requests. Without any, the account. */
export function keyOf(exchangeType: string, { apiKey, accessToken }: Credentials, accountId: string): string {
  return fingerprintOfKey(exchangeType, apiKey ?? accessToken ?? accountId)
}

/** `getWithdrawal` also throws KeyIsBusy. */
export function oneRequestPerKey(exchange: Exchange, turns: KeyTurns): Exchange {
  return {
    ...exchange,
    getWithdrawal: (credentials, accountId, withdrawalId) =>
      turns.request(keyOf(exchange.type, credentials, accountId), () =>
        exchange.getWithdrawal(credentials, accountId, withdrawalId),
      ),
  }
}
