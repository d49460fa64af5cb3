// The requests that one poll of several transfers may make. Each takes one of the polls that the rate of the lane allows, so that a poll
// does not exceed the rate by the number of its transfers.

export interface PollRequests {
  /** False if the poll may make no further request. */
  take(): Promise<boolean>
  /** The poll makes no further request. */
  end(): void
  /** How many of the paid requests the poll did not make. It counts as one, whether or not it made any. */
  unused(): number
}

/** A poll ends before its lease. */
export const mostRequests = 10

/** `paid`: how many requests the rate has been charged for. Further ones are charged by `charge`, which returns false at the limit. */
export function pollRequests(paid: number, charge: () => Promise<boolean>): PollRequests {
  let [made, isEnded] = [0, false]
  return {
    async take() {
      if (isEnded || made === mostRequests) return false
      made += 1
      if (made > paid && !(await charge())) isEnded = true
      return !isEnded
    },
    end() {
      isEnded = true
    },
    unused: () => Math.max(0, paid - Math.max(1, made)),
  }
}
