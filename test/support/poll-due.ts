// Polls what is due once, as the server's loop does every 200 ms, and waits for the polls to end.
import type { Buckets } from '../../server/limits/bucket.ts'
import { memoryBuckets } from '../../server/limits/memory-buckets.ts'
import { claimDue } from '../../server/transfers/lease.ts'
import { pollLanes } from '../../server/transfers/poll-lanes.ts'
import { pollPool } from '../../server/transfers/poll-pool.ts'
import type { TransferDeps } from '../../server/transfers/transfer-deps.ts'
import type { Transfer } from '../../server/transfers/transfer-store.ts'

/** Returns how many transfers were polled. By default each call has its own rate, because the clock of a test may stand still. */
export async function pollDue(
  deps: TransferDeps,
  { buckets = memoryBuckets() }: { buckets?: Buckets } = {},
): Promise<number> {
  const pool = pollPool(deps, { buckets })
  const polled = await pool.fill()
  await pool.settled()
  return polled
}

/** The same for the transfers of exchanges and networks that the server does not have. */
export async function pollStranded(deps: TransferDeps): Promise<void> {
  const pool = pollPool(deps)
  await pool.fillStranded()
  await pool.settled()
}

/** Leases the youngest due transfers of an exchange, at most 20, without polling them. */
export function claimYoungest(deps: TransferDeps, exchangeType: string, lease: string): Promise<Transfer[]> {
  const lane = pollLanes(deps).find(({ name }) => name === exchangeType)
  if (lane === undefined) throw new Error(`there is no lane of ${exchangeType}`)
  return claimDue(deps, lane, { lease, tier: 0, count: 20, busyAccounts: [] })
}
