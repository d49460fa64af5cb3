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
  /** Whether the key of an account with due transfers is busy for a lane. */
  isBusy(key: string, use: { accountId: string; lane: string }): boolean
  /** Makes the key busy. Null if it is busy for the lane. */
  begin(key: string, lane: string): KeyInUse | null
  /** Sends a single request, once the key is free. Throws KeyIsBusy if another one waits, or if a poll has its turn first. */
  request<T>(key: string, send: () => Promise<T>): Promise<T>
  /** The accounts of the keys that are busy, as far as they are known: for one lane, or for all. */
  accounts(lane?: string): string[]
}

interface QueuedRequest {
  /** Never rejects. */
  send(): Promise<void>
  /** Throws KeyIsBusy where the request was made. */
  refuse(): void
}

interface KeyState {
  isInFlight: boolean
  queued: QueuedRequest | null
  /** Milliseconds. */
  usedAt: number
  /** Neither a poll nor a request begins before this time. */
  restsUntil: number
  /** When transfers that are polled with the key were last due. */
  dueAt: number
  /** A poll may begin before this time, a request may not. */
  yieldsUntil: number
  /** The lane whose poll was last. */
  usedBy: string | null
  /** Milliseconds. When that poll ended. */
  freeSince: number
  /** Other lanes that had due transfers of this key meanwhile. They go first. */
  waitingLanes: Set<string>
  accountIds: Set<string>
}

/** Between two polls of a key whose exchange does not answer. */
const restMs = 400
/**
 * After a request, so that requests for transfers of networks do not keep the key from polls, and after a poll, so that its lane does not
 * keep the key from other lanes. The pool is filled several times meanwhile.
 */
const yieldMs = 1_000
/** The accounts of a key that is used again within this time need not be learned again. */
const rememberedMs = 60_000

export function busyKeys(now: () => Date): BusyKeys {
  const states = new Map<string, KeyState>()
  let cleanedAt = 0

  function stateOf(key: string): KeyState {
    const state = states.get(key) ?? {
      ...{ isInFlight: false, queued: null, usedAt: 0, restsUntil: 0, dueAt: 0, yieldsUntil: 0 },
      ...{ usedBy: null, freeSince: 0, waitingLanes: new Set<string>(), accountIds: new Set<string>() },
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

  /** Whether the lane had the key last, and another one waits for it. */
  function isTurnOfOther({ usedBy, freeSince, waitingLanes }: KeyState, lane: string, at: number): boolean {
    return usedBy === lane && waitingLanes.size > 0 && isBefore(at, freeSince + yieldMs, yieldMs)
  }

  /** Whether the key is busy for the lane, which then waits for it. */
  function refuse(state: KeyState, lane: string, at: number): boolean {
    if (!isBusy(state, at)) return isTurnOfOther(state, lane, at)
    if (state.usedBy !== lane) state.waitingLanes.add(lane)
    return true
  }

  async function sendQueued(state: KeyState): Promise<void> {
    const { queued } = state
    state.queued = null
    await queued?.send()
  }

  /** One request passes. Those that follow it at once would keep the key from polls. */
  async function release(state: KeyState): Promise<void> {
    await sendQueued(state)
    state.queued?.refuse()
    state.queued = null
    state.isInFlight = false
  }

  async function endRequest(state: KeyState): Promise<void> {
    await release(state)
    const at = now().getTime()
    if (isBefore(at, state.dueAt + rememberedMs, rememberedMs)) state.yieldsUntil = at + yieldMs
  }

  return {
    isBusy(key, { accountId, lane }) {
      forgetUnused()
      const state = stateOf(key)
      const at = now().getTime()
      state.accountIds.add(accountId)
      state.dueAt = at
      return refuse(state, lane, at)
    },
    begin(key, lane) {
      const state = stateOf(key)
      const at = now().getTime()
      if (refuse(state, lane, at)) return null
      // If the lane had the key last, those that waited have nothing due any more.
      if (state.usedBy === lane) state.waitingLanes.clear()
      state.waitingLanes.delete(lane)
      state.isInFlight = true
      state.usedBy = lane
      state.yieldsUntil = 0
      return {
        letRequestPass: () => sendQueued(state),
        end({ wasOutage }) {
          if (wasOutage) state.restsUntil = now().getTime() + restMs
          void release(state).then(() => {
            state.freeSince = now().getTime()
          })
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
        state.queued = { send: () => send().then(resolve, reject), refuse: () => reject(new KeyIsBusy()) }
      })
    },
    accounts(lane) {
      const at = now().getTime()
      const isOtherTurn = (state: KeyState) => lane !== undefined && isTurnOfOther(state, lane, at)
      const busy = [...states.values()].filter((state) => isBusy(state, at) || isOtherTurn(state))
      return busy.flatMap(({ accountIds }) => [...accountIds])
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
