// Virtual time: the next event is the one that is due first. Everything that the engine waits for is an event, so the seed determines
// the order of all steps of all processes.

interface Entry {
  at: number
  order: number
  run: () => void
}

export class Scheduler {
  /** Milliseconds since the run began. */
  now = 0
  steps = 0
  private heap: Entry[] = []
  private added = 0

  after(ms: number, run: () => void): void {
    this.push({ at: this.now + ms, order: this.added++, run })
  }

  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => this.after(ms, resolve))
  }

  /** Runs until `ended` returns true or no event is left. `check` is called after every step. */
  async run(ended: () => boolean, check: () => void): Promise<void> {
    await settled()
    while (!ended()) {
      const entry = this.pop()
      if (entry === undefined) return
      this.now = entry.at
      this.steps++
      entry.run()
      await settled()
      check()
    }
  }

  private push(entry: Entry): void {
    const { heap } = this
    let index = heap.length
    heap.push(entry)
    while (index > 0) {
      const parent = (index - 1) >> 1
      if (!isBefore(entry, heap[parent] as Entry)) break
      heap[index] = heap[parent] as Entry
      index = parent
    }
    heap[index] = entry
  }

  private pop(): Entry | undefined {
    const { heap } = this
    const first = heap[0]
    const last = heap.pop()
    if (first === undefined || last === undefined || heap.length === 0) return first
    let index = 0
    for (;;) {
      let child = 2 * index + 1
      if (child >= heap.length) break
      if (child + 1 < heap.length && isBefore(heap[child + 1] as Entry, heap[child] as Entry)) child++
      if (!isBefore(heap[child] as Entry, last)) break
      heap[index] = heap[child] as Entry
      index = child
    }
    heap[index] = last
    return first
  }
}

function isBefore(first: Entry, second: Entry): boolean {
  return first.at < second.at || (first.at === second.at && first.order < second.order)
}

/** Resolves when all code waits for the scheduler again. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
