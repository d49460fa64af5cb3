// When a transfer is polled. Each transfer has an interval, which grows with its age (`pollDelays` of its exchange). Among the due
// transfers of one tier, the one that is due longest goes first. If not all that are due can be polled, the tiers share the polls by
// weight, so that a backlog of old transfers does not delay new ones, and new ones do not stop the old ones.

import type { PollDelay } from '../exchanges/recovery-policy.ts'

/** The age from which a transfer belongs to each tier. */
const tierAgesMs = [0, 60_000, 600_000, 86_400_000]
/** While every tier has due transfers, 16 of 23 polls go to the youngest tier, and 1 to the oldest. */
const tierWeights = [16, 4, 2, 1]

export const pollTiers = tierAgesMs.map((_, tier) => tier)

/** Stored with the time of the next poll, so that the due transfers of a tier are found by an index. */
export function pollTier(ageMs: number): number {
  return Math.max(
    0,
    tierAgesMs.findLastIndex((fromMs) => ageMs >= fromMs),
  )
}

/** The interval of a transfer of this age: the last delay whose age it has reached. */
export function pollDelayMs(pollDelays: readonly PollDelay[], ageMs: number): number {
  return pollDelays.findLast(({ fromAgeMs }) => ageMs >= fromAgeMs)?.ms ?? pollDelays[0]?.ms ?? 0
}

/** The interval of the youngest transfers of a tier. */
export function pollDelayOfTier(pollDelays: readonly PollDelay[], tier: number): number {
  return pollDelayMs(pollDelays, tierAgesMs[tier] ?? 0)
}

export interface TierShares {
  /** Divides `polls` among the tiers. No tier gets more than it has due. */
  divide(polls: number, due: readonly number[]): number[]
}

/** Stride scheduling: each poll of a tier advances its position by the inverse of its weight, and the lowest position is next. */
export function tierShares(): TierShares {
  const positions = tierWeights.map(() => 0)
  return {
    divide(polls, due) {
      const shares = tierWeights.map(() => 0)
      const isOpen = (tier: number) => (shares[tier] ?? 0) < (due[tier] ?? 0)
      for (let left = polls; left > 0; left--) {
        const open = pollTiers.filter(isOpen)
        if (open.length === 0) break
        const lowest = Math.min(...open.map((tier) => positions[tier] ?? 0))
        const next = open.find((tier) => positions[tier] === lowest) ?? 0
        shares[next] = (shares[next] ?? 0) + 1
        positions[next] = lowest + 1 / (tierWeights[next] ?? 1)
      }
      // Nothing was shared, so no tier was left out.
      if (shares.every((share) => share === 0)) return shares
      // A tier without due transfers saves up no polls for later.
      const isDue = (tier: number) => (due[tier] ?? 0) > 0
      const first = Math.min(...pollTiers.filter(isDue).map((tier) => positions[tier] ?? 0))
      for (const tier of pollTiers) positions[tier] = Math.max(positions[tier] ?? 0, first)
      return shares
    },
  }
}
