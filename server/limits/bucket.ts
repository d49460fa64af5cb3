// Rate limits as one number per bucket: until when it is busy. Each request moves that time on by its share of the window, and
// is refused where that would pass the window's end. It fills evenly, allows bursts of the whole quota, and is one statement.

export interface LimitPolicy {
  quota: number
  windowSeconds: number
}

export interface LimitState {
  allowed: boolean
  /** How many more would be allowed now. */
  remaining: number
  /** Until the whole quota is there again; for a refusal, until one more is allowed. */
  seconds: number
}

export interface Buckets {
  take(id: string, policy: LimitPolicy, now: Date): Promise<LimitState>
  /** For an attempt that need not have counted. */
  release(id: string, policy: LimitPolicy): Promise<void>
}

/** Microseconds: a thousand requests a second still have whole numbers. */
export const unitsPerMs = 1_000

export function windowOf({ windowSeconds }: LimitPolicy): number {
  return windowSeconds * 1_000 * unitsPerMs
}

export function costOf(policy: LimitPolicy): number {
  return Math.max(1, Math.floor(windowOf(policy) / policy.quota))
}

/** Never before now, nor further ahead than the window: a clock that was wrong holds nobody up for long. */
export function busyFrom(busyUntil: number, policy: LimitPolicy, now: number): number {
  return Math.min(Math.max(busyUntil, now), now + windowOf(policy))
}

export function allowedState(policy: LimitPolicy, busyUntil: number, now: number): LimitState {
  const busy = Math.max(0, busyUntil - now)
  return { allowed: true, remaining: Math.floor((windowOf(policy) - busy) / costOf(policy)), seconds: seconds(busy) }
}

export function refusedState(policy: LimitPolicy, busyUntil: number, now: number): LimitState {
  const wait = busyUntil + costOf(policy) - windowOf(policy) - now
  return { allowed: false, remaining: 0, seconds: Math.max(1, seconds(wait)) }
}

function seconds(units: number): number {
  return Math.ceil(units / (1_000 * unitsPerMs))
}
