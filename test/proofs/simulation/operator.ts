// The operator ends transfers that the server cannot prove, with knowledge of the exchange's real state.

import { attemptsOf } from '../../../server/transfers/attempts.ts'
import { transfersNeedingAttention } from '../../../server/transfers/attention.ts'
import { resolveTransfer } from '../../../server/transfers/resolve.ts'
import type { SimulatedWorld } from './simulated-world.ts'

const everyMs = 20_000_000
/** Without a fence at the exchange, a request may arrive at any time. The operator does not decide before this. */
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
