// Runs many pieces of work, a few at a time, and prints the progress.

export async function inLanes(count: number, lanes: number, work: (index: number) => Promise<void>): Promise<void> {
  let next = 0
  const lane = async () => {
    while (next < count) await work(next++)
  }
  await Promise.all(Array.from({ length: lanes }, lane))
}

export interface Progress {
  step(): void
}

export function progressOf(what: string, count: number): Progress {
  const everyMs = 5_000
  let done = 0
  let last = performance.now()
  return {
    step() {
      done++
      if (performance.now() - last < everyMs) return
      last = performance.now()
      console.log(`${what}: ${done} of ${count}`)
    },
  }
}
