// The calls of the last minutes to exchanges and nodes, for an operator's screen: how many failed, and how long they took. Of this
// process only. The clock of the system may change meanwhile.

import { addCounts, noDurations, percentileOf, rangeOf } from './duration-ranges.ts'

export const recentMinutes = 15
const minuteMs = 60_000
/** Upper bounds of the durations that are told apart, in seconds. */
const bounds = [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

export interface RecentCall {
  isError: boolean
  /** Null if nothing was sent. */
  seconds: number | null
}

export interface CallSummary {
  calls: number
  errors: number
  /** 95 of 100 calls took at most so long. `Infinity` is longer than the longest bound. Null without a call. */
  p95Seconds: number | null
}

export interface RecentCalls {
  add(target: string, call: RecentCall): void
  read(target: string): CallSummary
}

interface Slot {
  minute: number
  calls: number
  errors: number
  durations: number[]
}

export function recentCalls(clock: () => number = () => performance.now()): RecentCalls {
  const slots = new Map<string, Slot[]>()
  const minuteNow = () => Math.floor(clock() / minuteMs)

  function slotOf(target: string): Slot {
    const minute = minuteNow()
    const all = slots.get(target) ?? []
    const last = all.at(-1)
    if (last?.minute === minute) return last
    const added = { minute, calls: 0, errors: 0, durations: noDurations(bounds) }
    slots.set(target, [...all.filter((slot) => isRecent(slot, minute)), added])
    return added
  }

  return {
    add(target, { isError, seconds }) {
      const slot = slotOf(target)
      slot.calls += 1
      if (isError) slot.errors += 1
      if (seconds === null) return
      const range = rangeOf(bounds, seconds)
      slot.durations[range] = (slot.durations[range] ?? 0) + 1
    },
    read(target) {
      const recent = (slots.get(target) ?? []).filter((slot) => isRecent(slot, minuteNow()))
      const sum = (of: (slot: Slot) => number) => recent.reduce((total, slot) => total + of(slot), 0)
      const durations = recent.map((slot) => slot.durations).reduce(addCounts, noDurations(bounds))
      const p95Seconds = percentileOf(bounds, durations, 95)
      return { calls: sum(({ calls }) => calls), errors: sum(({ errors }) => errors), p95Seconds }
    },
  }
}

function isRecent(slot: Slot, minute: number): boolean {
  return slot.minute > minute - recentMinutes
}
