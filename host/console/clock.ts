/** The time and timers, so that tests can set them. */
export interface Clock {
  now(): number
  /** Returns a function that cancels the call. */
  after(ms: number, act: () => void): () => void
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, act) {
    const timer = setTimeout(act, ms)
    return () => clearTimeout(timer)
  },
}
