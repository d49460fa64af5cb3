// At most so many requests run at once, and fewer of one client: its slow receivers must not delay those of other clients. Of those that
// wait, a client with the fewest requests is next, then an endpoint with the fewest, then the one that waits longest.

export interface SlotOwner {
  clientId: string
  endpointId: string
}

export interface RequestSlots {
  run<T>(owner: SlotOwner, request: () => Promise<T>): Promise<T>
}

interface WaitingRequest extends SlotOwner {
  start(): void
}

export function requestSlots({ count, perClient }: { count: number; perClient: number }): RequestSlots {
  const waiting: WaitingRequest[] = []
  const [ofClient, ofEndpoint] = [counter(), counter()]
  let free = count

  function next(): WaitingRequest | undefined {
    let [best, fewest] = [-1, perClient * perClient]
    for (const [index, { clientId, endpointId }] of waiting.entries()) {
      // An endpoint has at most as many as its client.
      const running = ofClient.of(clientId) * perClient + ofEndpoint.of(endpointId)
      if (running < fewest) [best, fewest] = [index, running]
    }
    return best === -1 ? undefined : waiting.splice(best, 1)[0]
  }

  function startNext(): void {
    while (free > 0) {
      const started = next()
      if (started === undefined) return
      free -= 1
      ofClient.add(started.clientId, 1)
      ofEndpoint.add(started.endpointId, 1)
      started.start()
    }
  }

  function end({ clientId, endpointId }: SlotOwner): void {
    free += 1
    ofClient.add(clientId, -1)
    ofEndpoint.add(endpointId, -1)
    startNext()
  }

  return {
    async run(owner, request) {
      await new Promise<void>((start) => {
        waiting.push({ ...owner, start })
        startNext()
      })
      try {
        return await request()
      } finally {
        end(owner)
      }
    },
  }
}

function counter() {
  const counts = new Map<string, number>()
  const of = (key: string) => counts.get(key) ?? 0
  return {
    of,
    add(key: string, change: number) {
      const count = of(key) + change
      if (count > 0) counts.set(key, count)
      else counts.delete(key)
    },
  }
}
