// A server in the simulation: the engine's dependencies for one process, and its polling.

import { registryOf } from '../../../server/exchanges/registry.ts'
import { cachedPrices } from '../../../server/prices/prices.ts'
import type { Database } from '../../../server/storage/storage.ts'
import { pollPool } from '../../../server/transfers/poll-pool.ts'
import type { TransferDeps } from '../../../server/transfers/transfer-deps.ts'
import { exchangeAdapter } from './exchange-adapter.ts'
import { exchangeType, networks, seals } from './ground.ts'
import type { SimulatedProcess } from './simulated-process.ts'
import type { ServerProcess, SimulatedWorld } from './simulated-world.ts'

export function startServer(world: SimulatedWorld, process: SimulatedProcess): ServerProcess {
  const shutdown = new AbortController()
  const deps = { ...depsOf(world, process, world.storage.connect(process)), shutdownSignal: shutdown.signal }
  const server = { process, deps, leave: () => shutdown.abort() }
  poll(world, server)
  return server
}

function depsOf(world: SimulatedWorld, process: SimulatedProcess, database: Database): TransferDeps {
  const { scheduler, faults, chain } = world
  const logged = (fields: Record<string, unknown>) => world.seen(JSON.stringify(fields), 'the log')
  return {
    database,
    environment: 'sandbox',
    now: process.now,
    newId: world.newId,
    // Longer than requested: each poll in between is a step, and fewer polls find the same.
    pause: (ms) => process.step(ms * 6, () => undefined),
    log: { info: logged, warn: logged, error: logged },
    exchanges: registryOf([exchangeAdapter(process, world, exchangeType)]),
    sealer: seals,
    networks,
    prices: cachedPrices(process.now),
    chains: new Map([
      [
        'base',
        {
          isHash: (text) => text.startsWith('0x'),
          findPayment: ({ hash }) => {
            const fault = faults.strike('chain')
            return process.step(15, () => {
              if (!hash.startsWith('0x')) throw new Error('that is no hash')
              if (fault !== undefined) throw new Error('the node does not respond')
              world.exchange.advance(scheduler.now)
              const found = chain.find(hash, scheduler.now)
              world.guard(() => world.invariants.polled(hash, found !== undefined))
              return found
            })
          },
          readTransaction: async () => undefined,
        },
      ],
    ]),
  }
}

// A real server polls every 200 ms. Here the time between two passes grows, because a pass without a result tests nothing. A pass
// without a due transfer is left out.
function poll(world: SimulatedWorld, { process, deps }: ServerProcess): void {
  const pool = pollPool(deps)
  const again = () => world.scheduler.after(world.nextPassMs(), () => process.whenRunning(pass))
  const pass = () => {
    if (world.ended || deps.shutdownSignal?.aborted) return
    if (!world.isDue(process.now().getTime())) return again()
    pool.fill().then(
      () => {
        world.guard(() => world.invariants.passed(process.now().getTime()))
        again()
      },
      (error: unknown) => {
        world.seen(String(error), 'an error')
        again()
      },
    )
  }
  again()
}
