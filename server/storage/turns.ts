// Turns on the one connection of the embedded database.

interface Waiting {
  kind: 'statement' | 'transaction'
  start(): void
}

/** One at a time, in the order in which they came. */
export class Turns {
  private isTaken = false
  private readonly waiting: Waiting[] = []

  async begin(kind: Waiting['kind']): Promise<void> {
    if (this.isTaken) await new Promise<void>((start) => this.waiting.push({ kind, start }))
    this.isTaken = true
  }

  end(): void {
    const next = this.waiting.shift()
    if (next === undefined) this.isTaken = false
    else next.start()
  }

  /** Passes the turn to the transaction that has waited longest. Statements keep their place. Returns false if none waits. */
  passToTransaction(): boolean {
    const at = this.waiting.findIndex(({ kind }) => kind === 'transaction')
    const [next] = at === -1 ? [] : this.waiting.splice(at, 1)
    next?.start()
    return next !== undefined
  }
}
