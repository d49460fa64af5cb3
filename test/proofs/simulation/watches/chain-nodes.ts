// Nodes of one chain behind a balancer: each read is served by another one, which may lag behind the others.

import type { Chain } from '../../../../server/chains/chain.ts'
import type { EvmReads, SeenTransaction } from '../../../../server/chains/evm-reads.ts'
import { Random } from '../random.ts'
import type { SimulatedProcess } from '../simulated-process.ts'
import type { ForkedChain } from './forked-chain.ts'
import type { NodePlan } from './watch-plan.ts'

const latencyMs = 12
const startUnits = 10n ** 24n

/** The view of one node at one time. */
class View {
  private readonly chain: ForkedChain
  private readonly at: number
  private readonly logsAt: number
  readonly head: number

  constructor(chain: ForkedChain, { lagMs, logLagMs, logLagUntilMs }: NodePlan, now: number) {
    this.chain = chain
    this.at = now - lagMs
    this.logsAt = this.at - (now < logLagUntilMs ? logLagMs : 0)
    this.head = chain.headAt(this.at)
  }

  transaction(hash: string): SeenTransaction | null {
    const found = this.chain.transactions.find((each) => each.hash === hash && each.broadcastAt <= this.at)
    return found === undefined ? null : { ...found, block: this.chain.blockOf(found, this.at) }
  }

  transactionsIn(block: number): SeenTransaction[] {
    this.requireBlock(block)
    return this.mined(block, block)
  }

  /** Omits, without an error, logs that the node does not have yet. */
  logs({ contract, from, to, fromBlock, toBlock }: Parameters<EvmReads['tokenTransfers']>[0]) {
    return this.chain.transactions.flatMap((each) => {
      const block = this.chain.blockOf(each, this.logsAt)
      const { log, hash } = each
      const fits =
        log?.contract === contract && log.to === to && (from === null || each.from === from) && block !== null
      return fits && block >= fromBlock && block <= toBlock ? [{ hash, from: each.from, units: log.units, block }] : []
    })
  }

  nonceAt(owner: string, block: number): number {
    this.requireBlock(block)
    return this.mined(0, block).filter(({ from }) => from === owner).length
  }

  balanceAt(account: string, block: number): bigint {
    this.requireBlock(block)
    return this.mined(0, block).reduce((sum, { to, value }) => (to === account ? sum + value : sum), startUnits)
  }

  confirmationsOf(hash: string): number | null {
    const block = this.transaction(hash)?.block ?? null
    return block === null ? null : this.head - block + 1
  }

  logOf(hash: string) {
    return this.chain.transactions.find((each) => each.hash === hash)?.log ?? null
  }

  private mined(fromBlock: number, toBlock: number): SeenTransaction[] {
    return this.chain.transactions.flatMap((each) => {
      const block = this.chain.blockOf(each, this.at)
      return block !== null && block >= fromBlock && block <= toBlock ? [{ ...each, block }] : []
    })
  }

  private requireBlock(block: number): void {
    if (block > this.head) throw new Error('the node does not have this block')
  }
}

interface NodesWorld {
  chain: ForkedChain
  nodes: readonly NodePlan[]
  seed: number
  /** After this time no node responds. */
  endMs: number
  note(kind: string): void
}

export function chainNodes(process: SimulatedProcess, world: NodesWorld): { reads: EvmReads; chain: Chain } {
  const { chain, nodes, note } = world
  const balancer = new Random(world.seed)
  const { scheduler, faults } = process.world

  function read<T>(work: (view: View) => T): Promise<T> {
    const fault = faults.strike('chain')
    return process.step(latencyMs, () => {
      if (fault !== undefined || scheduler.now >= world.endMs) throw new Error('the node does not respond')
      const node = balancer.pick(nodes)
      if (node.lagMs > 0) note('read from a node that lags')
      if (scheduler.now < node.logLagUntilMs && node.logLagMs > 0) note('logs lag behind blocks')
      return work(new View(chain, node, scheduler.now))
    })
  }

  const unused = () => Promise.reject(new Error('no poll reads this'))
  return {
    reads: {
      head: () => read((view) => view.head),
      balances: (owner) => read((view) => ({ native: view.balanceAt(owner, view.head), tokens: [] })),
      nonces: (owner) =>
        read((view) => {
          const mined = view.nonceAt(owner, view.head)
          return { mined, pending: mined }
        }),
      waiting: () => read(() => []),
      hasCode: () => read(() => false),
      nonceAt: (owner, block) => read((view) => view.nonceAt(owner, block)),
      isReplaced: ({ hash, owner, nonce, block }) =>
        read((view) => view.nonceAt(owner, block) > nonce && view.confirmationsOf(hash) === null),
      transaction: (hash) => read((view) => view.transaction(hash)),
      tokenTransfers: (filter) => read((view) => view.logs(filter)),
      transactionsIn: (block) => read((view) => view.transactionsIn(block)),
      stateAt: (account, block) => read((view) => `${view.balanceAt(account, block)}:${view.nonceAt(account, block)}`),
      gasPrice: unused,
      dataFee: unused,
      estimateGas: unused,
      signerOf: unused,
    },
    chain: {
      isHash: (text) => text.startsWith('0x'),
      findPayment: ({ hash, contract }) =>
        read((view) => {
          const confirmations = view.confirmationsOf(hash)
          const found = view.transaction(hash)
          if (confirmations === null || found === null) return undefined
          const log = view.logOf(hash)
          const paid =
            contract === ''
              ? { to: found.to, baseUnits: found.value }
              : { to: log?.to ?? '', baseUnits: log?.units ?? 0n }
          return { succeeded: true, contract, confirmations, ...paid }
        }),
      readTransaction: unused,
    },
  }
}
