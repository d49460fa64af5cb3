// How long to wait for a database that another process has locked.

export const lockTries = 20
const pauseMs = 25

/** The pause after a try. SQLite itself has already waited for its `busy_timeout`. */
export function lockWaitMs(attempt: number): number {
  return pauseMs * Math.min(attempt, 4)
}

export function isBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^SQLITE_BUSY/.test(String(error.code))
}

export function pauseForReal(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
