// A circuit breaker per exchange. After several failures in a row to reach the exchange, calls fail at once instead of waiting for
// the timeout. After a pause the exchange's health is probed, and any response closes the circuit.

import { ExchangeFailure } from './exchange-failure.ts'

export interface Circuit {
  /** Throws an ExchangeFailure `unavailable` at once while the circuit is open. */
  run<T>(call: () => Promise<T>): Promise<T>
  /** Counts the result of a call that is made even while the circuit is open. */
  watch<T>(call: () => Promise<T>): Promise<T>
  isOpen(): boolean
  /** Probes the exchange if the circuit is open and its pause is over. Then `isOpen` is the state of now. Never throws. */
  probeIfDue(): Promise<void>
}

export interface CircuitSettings {
  now(): Date
  /** Whether the exchange responds. Never throws. */
  probe(): Promise<boolean>
  failures?: number
  firstPauseMs?: number
  longestPauseMs?: number
  /** How long a call, and `probeIfDue`, wait for the probe that may close the circuit. */
  probeWaitMs?: number
}

export function circuit({
  now,
  probe,
  failures = 5,
  firstPauseMs = 1_000,
  longestPauseMs = 10_000,
  probeWaitMs = 1_000,
}: CircuitSettings): Circuit {
  let failed = 0
  let pauseMs = 0
  let openUntil: number | null = null
  let probing: Promise<void> | null = null

  function close(): void {
    failed = 0
    pauseMs = 0
    openUntil = null
  }

  function open(): void {
    pauseMs = Math.min(longestPauseMs, pauseMs === 0 ? firstPauseMs : pauseMs * 2)
    openUntil = now().getTime() + pauseMs
  }

  async function watch<T>(call: () => Promise<T>): Promise<T> {
    try {
      const result = await call()
      close()
      return result
    } catch (error) {
      if (!(error instanceof ExchangeFailure)) throw error
      if (error.kind === 'unreachable' || error.kind === 'timeout') {
        failed += 1
        if (failed >= failures && openUntil === null) open()
      } else if (error.kind !== 'unavailable') close()
      throw error
    }
  }

  function startProbe(): Promise<void> {
    return probe().then((isReached) => {
      probing = null
      if (isReached) close()
      else open()
    })
  }

  async function probeIfDue(): Promise<void> {
    if (openUntil === null || now().getTime() < openUntil) return
    probing ??= startProbe()
    await Promise.race([probing, unrefTimeout(probeWaitMs)])
  }

  return {
    watch,
    isOpen: () => openUntil !== null,
    probeIfDue,
    async run(call) {
      await probeIfDue()
      if (openUntil !== null) throw new ExchangeFailure('unavailable')
      return watch(call)
    },
  }
}

function unrefTimeout(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref())
}
