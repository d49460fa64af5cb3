// The turns of the transfers that share an API key. A key has one poll in flight at a time in this process: a key that is slow, or over
// its rate limit, takes one slot, however many transfers and sign-ins it has. The transfer whose last turn is longest ago goes first.

import type { Exchange } from '../exchanges/exchange.ts'
import { fingerprintOfKey } from '../exchanges/kit/tools.ts'
import type { Credentials } from '../exchanges/sign-in.ts'

/** The key is busy, and another request waits for it. Nothing was requested. */
export class KeyIsBusy extends Error {
  constructor() {
    super('the key is busy')
    this.name = 'KeyIsBusy'
  }
}

export interface Turn {
  /** Whether it is the turn of this transfer. Otherwise another one waits whose last turn is longer ago. */
  has(transferId: string): boolean
  /** The turns of a key are numbered from 1. 0: the transfer has had none since its key was last idle. */
  lastTurnOf(transferId: string): number
  /** Sends a request that waits for the key. Call it between the polls of a turn. */
  letRequestPass(): Promise<void>
  /** `unpolled`: the transfers that still wait. */
  end(unpolled: readonly string[]): void
}

export interface KeyTurns {
  /** Null if the key is busy, or if it is the turn of none of these transfers. Then they wait. */
  begin(key: string, transferIds: readonly string[], now: Date): Turn | null
  /** Sends a single request, once the key is free. Throws KeyIsBusy if another one waits already. */
  request<T>(key: string, send: () => Promise<T>): Promise<T>
}

interface KeyState {
  inFlight: boolean
  /** Sends the request that waits. Never rejects. */
  queued: (() => Promise<void>) | null
  /** The transfers that wait for their turn, and when each was last due. */
  waiting: Map<string, number>
  /** The number of each transfer's last turn, while others wait. */
  lastTurns: Map<string, number>
  turns: number
}

/** A transfer that is not due again by then has ended, or another process polls it. */
const longestWaitMs = 5_000
const cleanUpEveryMs = 60_000

export function keyTurns(): KeyTurns {
  const states = new Map<string, KeyState>()
  let cleanedAt = 0

  function stateOf(key: string): KeyState {
    const state = states.get(key) ?? {
      inFlight: false,
      queued: null,
      waiting: new Map<string, number>(),
      lastTurns: new Map<string, number>(),
      turns: 0,
    }
    states.set(key, state)
    return state
  }

  function cleanUp(now: number): void {
    if (Math.abs(now - cleanedAt) < cleanUpEveryMs) return
    cleanedAt = now
    for (const [key, state] of states) {
      forgetOld(state, now)
      deleteUnused(key, state)
    }
  }

  function deleteUnused(key: string, { inFlight, waiting }: KeyState): void {
    if (!inFlight && waiting.size === 0) states.delete(key)
  }

  async function sendQueued(state: KeyState): Promise<void> {
    const { queued } = state
    state.queued = null
    await queued?.()
  }

  async function release(key: string, state: KeyState): Promise<void> {
    while (state.queued !== null) await sendQueued(state)
    state.inFlight = false
    deleteUnused(key, state)
  }

  return {
    begin(key, transferIds, now) {
      const at = now.getTime()
      cleanUp(at)
      const state = stateOf(key)
      forgetOld(state, at)
      const inTurn = transfersInTurn(state, transferIds)
      if (state.inFlight || inTurn.size === 0) {
        for (const id of transferIds) state.waiting.set(id, at)
        return null
      }
      state.inFlight = true
      for (const id of inTurn) state.waiting.delete(id)
      return {
        has: (id) => inTurn.has(id),
        lastTurnOf: (id) => lastTurnOf(state, id),
        letRequestPass: () => sendQueued(state),
        end(unpolled) {
          state.turns += 1
          const isUnpolled = new Set(unpolled)
          for (const id of transferIds) {
            if (isUnpolled.has(id)) state.waiting.set(id, at)
            else state.lastTurns.set(id, state.turns)
          }
          void release(key, state)
        },
      }
    },
    async request(key, send) {
      const state = stateOf(key)
      if (!state.inFlight) {
        state.inFlight = true
        return send().finally(() => void release(key, state))
      }
      if (state.queued !== null) throw new KeyIsBusy()
      return new Promise((resolve, reject) => {
        state.queued = () => send().then(resolve, reject)
      })
    },
  }
}

function forgetOld({ waiting, lastTurns }: KeyState, now: number): void {
  for (const [id, dueAt] of waiting) if (Math.abs(now - dueAt) > longestWaitMs) waiting.delete(id)
  if (waiting.size === 0) lastTurns.clear()
}

/** Those of the transfers whose last turn is not after that of one that waits. */
function transfersInTurn(state: KeyState, transferIds: readonly string[]): Set<string> {
  const own = new Set(transferIds)
  const others = [...state.waiting.keys()].filter((id) => !own.has(id))
  const first = Math.min(...others.map((id) => lastTurnOf(state, id)))
  return new Set(transferIds.filter((id) => lastTurnOf(state, id) <= first))
}

function lastTurnOf({ lastTurns }: KeyState, transferId: string): number {
  return lastTurns.get(transferId) ?? 0
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
