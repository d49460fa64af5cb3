// The requests of one poll of several transfers. Each uses the rate of the lane, so that polls do not exceed it by the number of their
// transfers. A listing and the first look-up of what it lacks use it once.

export interface PollRequests {
  /** Before any other call. False if the rate allows no request now. */
  begin(): Promise<boolean>
  /** Whether the poll may make one more request. */
  take(): Promise<boolean>
  /** The poll makes no further request. */
  end(): void
}

/** So that a poll ends before its lease expires. */
const mostRequests = 10

/** `charge` uses the rate once. It returns false at the limit. */
export function pollRequests(charge: () => Promise<boolean>): PollRequests {
  let [made, isEnded] = [0, false]
  return {
    begin: charge,
    async take() {
      if (isEnded || made === mostRequests) return false
      made += 1
      if (made > 1 && !(await charge())) isEnded = true
      return !isEnded
    },
    end() {
      isEnded = true
    },
  }
}
