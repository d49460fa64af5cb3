// Writes that a process finishes before it ends.

/** Outcomes that are not stored yet. A process that shuts down waits for them. */
export interface PendingWrites {
  add(write: Promise<unknown>): void
  /** Resolves when none is left. */
  settled(): Promise<void>
}

export function pendingWrites(): PendingWrites {
  const writes = new Set<Promise<void>>()
  return {
    add(write) {
      const end = () => {
        writes.delete(ended)
      }
      const ended = write.then(end, end)
      writes.add(ended)
    },
    async settled() {
      while (writes.size > 0) await Promise.all(writes)
    },
  }
}
