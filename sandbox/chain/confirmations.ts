// Anvil mines one block per transaction and none after it. This adds the blocks that confirm a transaction: one every 500 ms while
// one of the two newest blocks contains a transaction. An idle chain costs nothing. The state is read from the chain, so a restart
// continues where it stopped.

import { anvilBatch, anvilCall } from './anvil-rpc.ts'

const blockEveryMs = 500
/** How often to poll after a send, because a busy machine mines later. */
const pollsAfterSending = 6
export const confirmations = 3

export interface Confirmer {
  /** Call it after a transaction was sent. */
  wake(): void
  /** While it is paused, a transaction keeps the confirmations that it has. */
  setPaused(isPaused: boolean): void
  stop(): void
}

export function createConfirmer(url: string, onError: (error: unknown) => void): Confirmer {
  let timer: NodeJS.Timeout | null = null
  let isStopped = false
  let isPaused = false
  let pollsLeft = 1

  const schedule = () => {
    if (isStopped || isPaused || timer !== null) return
    timer = setTimeout(tick, blockEveryMs)
  }
  const tick = async () => {
    pollsLeft--
    let isWaiting = true
    try {
      isWaiting = await hasUnconfirmed(url)
      if (isWaiting && !isStopped && !isPaused) await anvilCall(url, 'anvil_mine', ['0x1'])
    } catch (error) {
      if (!isStopped) onError(error)
    }
    timer = null
    // A transaction may have been sent since the last poll.
    if (isWaiting || pollsLeft > 0) schedule()
  }
  schedule()
  return {
    wake() {
      pollsLeft = pollsAfterSending
      schedule()
    },
    setPaused(paused) {
      isPaused = paused
      schedule()
    },
    stop: () => {
      isStopped = true
      if (timer !== null) clearTimeout(timer)
    },
  }
}

async function hasUnconfirmed(url: string): Promise<boolean> {
  const head = BigInt(String(await anvilCall(url, 'eth_blockNumber')))
  const calls = []
  for (let number = head; number > 0n && number > head - BigInt(confirmations - 1); number--) {
    calls.push({ method: 'eth_getBlockTransactionCountByNumber', params: [`0x${number.toString(16)}`] })
  }
  const counts = await anvilBatch(url, calls)
  return counts.some((count) => typeof count === 'string' && BigInt(count) > 0n)
}
