// At most so many requests run at once. The others wait in their order.

export interface RequestSlots {
  run<T>(request: () => Promise<T>): Promise<T>
}

export function requestSlots(count: number): RequestSlots {
  const waiting: (() => void)[] = []
  let free = count
  return {
    async run(request) {
      if (free > 0) free -= 1
      else await new Promise<void>((resolve) => waiting.push(resolve))
      try {
        return await request()
      } finally {
        const next = waiting.shift()
        if (next === undefined) free += 1
        else next()
      }
    },
  }
}
