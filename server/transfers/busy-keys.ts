// The API keys that are busy. A key has one poll in flight at a time in this process: a key that is slow, or over its rate limit, takes one
// slot, however many transfers and sign-ins it has.

import type { Exchange } from '../exchanges/exchange.ts'
import { fingerprintOfKey } from '../exchanges/kit/tools.ts'
import type { Credentials } from '../exchanges/sign-in.ts'

/** Others go first. Nothing was requested. */
export class KeyIsBusy extends Error {
  constructor() {
    super('the key is busy')
    this.name = 'KeyIsBusy'
  }
}

export interface KeyInUse {
  /** Sends a request that waits for the key. Call it between two requests. */
  letRequestPass(): Promise<void>
  /** After an outage, the key stays busy for a moment longer. */
  end(options: { wasOutage: boolean }): void
}

export interface BusyKeys {
  /** Whether the key of an account whose transfers are due is busy. */
  isBusy(key: string, accountId: string): boolean
  /** Makes the key busy. Null if it is busy. */
  begin(key: string): KeyInUse | null
  /** Sends a single request, once the key is free. Throws KeyIsBusy if another one waits, or if a poll has its turn first. */
  request<T>(key: string, send: () => Promise<T>): Promise<T>
  /** The accounts of the keys that are busy, as far as they are known. */
  accounts(): string[]
}

interface KeyState {
  isInFlight: boolean
  /** Sends the request that waits. Never rejects. */
  queued: (() => Promise<void>) | null
  /** Milliseconds. */
  usedAt: number
  /** Neither a poll nor a request begins before this time. */
  restsUntil: number
  /** When transfers that are polled with the key were last due. */
  dueAt: number
  /** A poll may begin before this time, a request may not. */
  yieldsUntil: number
  accountIds: Set<string>
}

/** Between two polls of a key whose exchange does not answer. */
const restMs = 400
/** After a request, so that requests for transfers of networks do not keep the key from polls: the pool is filled several times meanwhile. */
const yieldMs = 1_000
/** The accounts of a key that is used again within this time need not be learned again. */
const rememberedMs = 60_000

export function busyKeys(now: () => Date): BusyKeys {
  const states = new Map<string, KeyState>()
  let cleanedAt = 0

  function stateOf(key: string): KeyState {
    const state = states.get(key) ?? {
      ...{ isInFlight: false, queued: null, usedAt: 0, restsUntil: 0, dueAt: 0, yieldsUntil: 0 },
      accountIds: new Set<string>(),
    }
    state.usedAt = now().getTime()
    states.set(key, state)
    return state
  }

  function isBusy({ isInFlight, restsUntil }: KeyState, at: number): boolean {
    return isInFlight || isBefore(at, restsUntil, restMs)
  }

  function forgetUnused(): void {
    const at = now().getTime()
    if (Math.abs(at - cleanedAt) < rememberedMs) return
    cleanedAt = at
    for (const [key, { isInFlight, usedAt }] of states) {
      if (!isInFlight && Math.abs(at - usedAt) > rememberedMs) states.delete(key)
    }
  }

  async function sendQueued(state: KeyState): Promise<void> {
    const { queued } = state
    state.queued = null
    await queued?.()
  }

  async function release(state: KeyState): Promise<void> {
    while (state.queued !== null) await sendQueued(state)
    state.isInFlight = false
  }

  async function endRequest(state: KeyState): Promise<void> {
    await release(state)
    const at = now().getTime()
    if (isBefore(at, state.dueAt + rememberedMs, rememberedMs)) state.yieldsUntil = at + yieldMs
  }

  return {
    isBusy(key, accountId) {
      forgetUnused()
      const state = stateOf(key)
      state.accountIds.add(accountId)
      state.dueAt = now().getTime()
      return isBusy(state, state.dueAt)
    },
    begin(key) {
      const state = stateOf(key)
      if (isBusy(state, now().getTime())) return null
      state.isInFlight = true
      state.yieldsUntil = 0
      return {
        letRequestPass: () => sendQueued(state),
        end({ wasOutage }) {
          if (wasOutage) state.restsUntil = now().getTime() + restMs
          void release(state)
        },
      }
    },
    async request(key, send) {
      const state = stateOf(key)
      const at = now().getTime()
      if (!state.isInFlight) {
        if (isBusy(state, at) || isBefore(at, state.yieldsUntil, yieldMs)) throw new KeyIsBusy()
        state.isInFlight = true
        return send().finally(() => void endRequest(state))
      }
      if (state.queued !== null) throw new KeyIsBusy()
      return new Promise((resolve, reject) => {
        state.queued = () => send().then(resolve, reject)
      })
    },
    accounts() {
      const at = now().getTime()
      return [...states.values()].filter((state) => isBusy(state, at)).flatMap(({ accountIds }) => [...accountIds])
    },
  }
}

/** A time further ahead than `mostMs` was set by another clock: the clock was set back since, and must not stop a key. */
function isBefore(at: number, time: number, mostMs: number): boolean {
  return at < time && at >= time - mostMs
}

/** The credentials by which the exchange counts requests. Without any, the account. */
export function keyOf(exchangeType: string, { apiKey, accessToken }: Credentials, accountId: string): string {
  return fingerprintOfKey(exchangeType, apiKey ?? accessToken ?? accountId)
}

/** `getWithdrawal` also throws KeyIsBusy. */
export function oneRequestPerKey(exchange: Exchange, keys: BusyKeys): Exchange {
  return {
    ...exchange,
    getWithdrawal: (credentials, accountId, withdrawalId) =>
      keys.request(keyOf(exchange.type, credentials, accountId), () =>
        exchange.getWithdrawal(credentials, accountId, withdrawalId),
      ),
  }
}
