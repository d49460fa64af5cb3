// At most so many requests run at once, and fewer of one client: its slow receivers must not delay those of other clients. The others wait
// in their order.

export interface RequestSlots {
  run<T>(clientId: string, request: () => Promise<T>): Promise<T>
}

interface WaitingRequest {
  clientId: string
  start(): void
}

export function requestSlots({ count, perClient }: { count: number; perClient: number }): RequestSlots {
  const waiting: WaitingRequest[] = []
  const running = new Map<string, number>()
  let free = count

  function startNext(): void {
    while (free > 0) {
      const index = waiting.findIndex(({ clientId }) => (running.get(clientId) ?? 0) < perClient)
      const [next] = index === -1 ? [] : waiting.splice(index, 1)
      if (next === undefined) return
      free -= 1
      running.set(next.clientId, (running.get(next.clientId) ?? 0) + 1)
      next.start()
    }
  }

  function end(clientId: string): void {
    free += 1
    const left = (running.get(clientId) ?? 0) - 1
    if (left > 0) running.set(clientId, left)
    else running.delete(clientId)
    startNext()
  }

  return {
    async run(clientId, request) {
      await new Promise<void>((start) => {
        waiting.push({ clientId, start })
        startNext()
      })
      try {
        return await request()
      } finally {
        end(clientId)
      }
    },
  }
}
