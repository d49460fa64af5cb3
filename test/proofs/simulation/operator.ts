// The operator: ends by hand what no machine could prove, knowing what the exchange really did.

import { attemptsOf } from '../../../server/transfers/attempts.ts'
import { transfersNeedingAttention } from '../../../server/transfers/attention.ts'
import { resolveTransfer } from '../../../server/transfers/resolve.ts'
import type { SimulatedWorld } from './simulated-world.ts'

const everyMs = 20_000_000
/** Requests may be under way without limit where the exchange has no fence: no operator decides before this. */
const earliestAgeMs = 86_500_000

export async function resolveByHand(world: SimulatedWorld): Promise<void> {
  while (!world.ended) {
    await world.scheduler.sleep(everyMs)
    const server = world.server(0)
    if (server === null) continue
    const { deps } = server
    for (const transfer of await transfersNeedingAttention(deps.database.query)) {
      if (transfer.state !== 'Unknown' || deps.now().getTime() - transfer.createdAt.getTime() < earliestAgeMs) continue
      const [attempt] = await attemptsOf(deps.database.query, transfer.id)
      const made = world.exchange.byReference(attempt?.clientReference ?? '')
      const resolution =
        made === undefined ? ({ kind: 'notSent' } as const) : ({ kind: 'sent', withdrawalId: made.id } as const)
      const evidence = 'seen in the account history of the exchange'
      await resolveTransfer(deps, { transferId: transfer.id, resolution, evidence, operator: 'simulation' }).catch(
        () => {},
      )
      world.note('operator resolves')
    }
  }
}
