// When a failed delivery is tried again: the schedule of Standard Webhooks, ten tries over 75 hours.

const delaysSeconds = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400] as const
const lastDelaySeconds = 86_400
export const lastDelayMs = lastDelaySeconds * 1_000
const jitter = 0.1
const longestRetryAfterSeconds = 86_400

/** After so many rejections an event ends. */
export const mostTries = delaysSeconds.length + 1

/** `tries`: those that failed. `random` is from 0 to 1, and moves the time by up to 10 %. */
export function retryDelayMs(tries: number, random: number, retryAfterSeconds = 0): number {
  const seconds = delaysSeconds[tries - 1] ?? lastDelaySeconds
  const scheduledMs = Math.round(seconds * 1_000 * (1 - jitter + 2 * jitter * random))
  return Math.max(scheduledMs, retryAfterMs(retryAfterSeconds))
}

/** The wait that a receiver requests, at most a day. */
export function retryAfterMs(seconds: number): number {
  return Math.min(seconds, longestRetryAfterSeconds) * 1_000
}
