// The owner of the account at the exchange, who also withdraws manually.

import { recipients } from './clients.ts'
import type { SimulatedWorld } from './simulated-world.ts'

/** Within the time before a send in which recovery searches for the withdrawal. */
const beforeMs = 30_000

export function placeForeign(world: SimulatedWorld): void {
  const { foreign, clients } = world.schedule
  const [client] = clients
  if (foreign === 'none' || client === undefined) return
  const units = foreign === 'equal' ? BigInt(Math.round(Number(client.amount) * 1_000_000)) : 3_000_000n
  const address = recipients[client.address] ?? ''
  world.exchange.placeForeign(client.account, { networkKey: client.networkKey, address, units }, -beforeMs)
  world.note('foreign withdrawal')
}
