// An EVM chain whose newest blocks are sometimes replaced. Its state is a function of virtual time, including the past: a lagging node
// returns an earlier state.

interface SentTransaction {
  hash: string
  from: string
  to: string
  data: string
  value: bigint
  nonce: number
  /** The token's log; null for other transactions. */
  log: { contract: string; to: string; units: bigint } | null
  broadcastAt: number
  /** Blocks up to this one existed before the watch started. */
  notBefore: number
}

interface Placed extends SentTransaction {
  /** Its block from each time on; null if it is in none. */
  places: { at: number; block: number | null }[]
}

const firstHead = 1_000

export class ForkedChain {
  readonly transactions: Placed[] = []
  readonly blockMs: number

  constructor(blockMs: number) {
    this.blockMs = blockMs
  }

  headAt(at: number): number {
    return firstHead + Math.max(0, Math.floor(at / this.blockMs))
  }

  send(transaction: SentTransaction, laterBlocks: number): void {
    const before = this.transactions.filter(({ from }) => from === transaction.from)
    const last = Math.max(0, ...before.map(({ places }) => places.at(-1)?.block ?? 0))
    const block = Math.max(last, this.headAt(transaction.broadcastAt) + 1 + laterBlocks)
    this.transactions.push({ ...transaction, places: [{ at: this.timeOf(block), block }] })
  }

  /** Null while no block has it. */
  blockOf({ places }: Placed, at: number): number | null {
    return places.findLast((place) => place.at <= at)?.block ?? null
  }

  /** When the transaction entered its final block. */
  settledAt(hash: string): { at: number; block: number } {
    const last = this.transactions.find((each) => each.hash === hash)?.places.at(-1)
    if (last === undefined || last.block === null) throw new Error('every transaction is mined in the end')
    return { at: last.at, block: last.block }
  }

  /** Replaces the newest blocks. Returns how many transactions are now in another block. */
  reorganise(now: number, depth: number, moves: 'earlier' | 'later'): number {
    const head = this.headAt(now)
    const oldest = head - depth + 1
    const hit = this.transactions.filter((each) => {
      const last = each.places.at(-1)?.block ?? 0
      return each.broadcastAt <= now && last >= oldest && (moves === 'earlier' || last <= head + 1)
    })
    for (const each of hit) {
      const block = moves === 'earlier' ? Math.max(oldest, each.notBefore) : head + 2
      const wasMined = this.blockOf(each, now) !== null
      each.places = each.places.filter((place) => place.at <= now)
      if (block > head && wasMined) each.places.push({ at: now, block: null })
      each.places.push({ at: block > head ? this.timeOf(block) : now, block })
    }
    return hit.length
  }

  private timeOf(block: number): number {
    return (block - firstHead) * this.blockMs
  }
}
