// Anvil mines a block for every transaction and none after it. This adds the blocks that make a transaction confirmed: one
// every 500 ms while one of the two newest blocks holds a transaction, so that an idle chain costs nothing. It asks the chain
// itself, hence it goes on where it was after a restart.

import { anvilBatch, anvilCall } from './anvil-rpc.ts'

const blockEveryMs = 500
/** A busy machine may mine what was sent a little later: so often it is looked for. */
const looksAfterSending = 6
export const confirmations = 3

export interface Confirmer {
  /** To be called when a transaction was sent. */
  wake(): void
  stop(): void
}

export function createConfirmer(url: string, onError: (error: unknown) => void): Confirmer {
  let timer: NodeJS.Timeout | null = null
  let isStopped = false
  let looksLeft = 1

  const schedule = () => {
    if (isStopped || timer !== null) return
    timer = setTimeout(tick, blockEveryMs)
  }
  const tick = async () => {
    looksLeft--
    let isWaiting = true
    try {
      isWaiting = await hasUnconfirmed(url)
      if (isWaiting && !isStopped) await anvilCall(url, 'anvil_mine', ['0x1'])
    } catch (error) {
      if (!isStopped) onError(error)
    }
    timer = null
    // Something may have been sent since it was looked for.
    if (isWaiting || looksLeft > 0) schedule()
  }
  schedule()
  return {
    wake() {
      looksLeft = looksAfterSending
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
