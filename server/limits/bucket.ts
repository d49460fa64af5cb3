// A rate limit as one number per bucket: the time until which the bucket is busy. Each request advances that time by its share of the
// window, and is refused if that would exceed the window. The bucket refills evenly, allows bursts of the whole quota, and takes one
// statement.

export interface LimitPolicy {
  quota: number
  windowSeconds: number
}

export interface LimitState {
  allowed: boolean
  /** How many more requests are allowed now. */
  remaining: number
  /** Seconds until the whole quota is available; after a refused request, until one more request is allowed. */
  seconds: number
}

export interface Buckets {
  take(id: string, policy: LimitPolicy, now: Date): Promise<LimitState>
  /** Returns requests to the bucket that need not have counted. Default: one. */
  release(id: string, policy: LimitPolicy, count?: number): Promise<void>
}

/** Microseconds, so that a thousand requests a second still give whole numbers. */
export const unitsPerMs = 1_000

export function windowOf({ windowSeconds }: LimitPolicy): number {
  return windowSeconds * 1_000 * unitsPerMs
}

export function costOf(policy: LimitPolicy): number {
  return Math.max(1, Math.floor(windowOf(policy) / policy.quota))
}

/** Between now and the end of the window, so that a wrong clock blocks requests for one window at most. */
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
