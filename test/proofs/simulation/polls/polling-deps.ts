// What a simulated process polls with: the storage, and the exchanges and nodes of the crowd.

import { registryOf } from '../../../../server/exchanges/registry.ts'
import { cachedPrices } from '../../../../server/prices/prices.ts'
import type { TransferDeps } from '../../../../server/transfers/transfer-deps.ts'
import { networks, seals } from '../ground.ts'
import type { SimulatedProcess } from '../simulated-process.ts'
import type { SimulatedStorage } from '../simulated-storage.ts'
import type { PollPlan } from './poll-plan.ts'
import { type PolledWorld, polledExchange, polledNode } from './polled-parties.ts'

const polledExchanges = ['alpha', 'beta'] as const
const polledNodes = ['base', 'ethereum'] as const

interface PollingWorld extends PolledWorld {
  newLease(process: SimulatedProcess): string
  trace(text: string): void
}

export function pollingDeps(process: SimulatedProcess, world: PollingWorld, storage: SimulatedStorage): TransferDeps {
  const { rates } = world.plan
  return {
    ...{ database: storage.connect(process), environment: 'sandbox', now: process.now },
    newId: () => world.newLease(process),
    pause: (ms) => process.step(ms, () => undefined),
    log: { info() {}, warn() {}, error: (fields) => world.trace(JSON.stringify(fields)) },
    exchanges: registryOf(polledExchanges.map((type) => polledExchange(process, world, type))),
    ...{ sealer: seals, networks, prices: cachedPrices(process.now) },
    chains: new Map(polledNodes.map((lane) => [lane, polledNode(process, world, lane)])),
    nodePollLimits: new Map(polledNodes.map((lane) => [lane, { quota: rates[lane], windowSeconds: 1 }])),
  }
}

/** Polls in a second, by lane. */
export function ratesOf({ rates }: PollPlan): Map<string, number> {
  return new Map([
    ...polledExchanges.map((lane) => [lane, rates[lane]] as const),
    ...polledNodes.map((lane) => [`chain:${lane}`, rates[lane]] as const),
  ])
}
