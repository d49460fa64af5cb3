import { enforceAllowList } from '../transfers/enforce-limits.ts'
import { refuseIfPaused } from '../transfers/sending-pause.ts'
import type { TransferDeps } from '../transfers/transfer-deps.ts'
import type { Transfer } from '../transfers/transfer-store.ts'

/**
 * Before a wallet gets its request once more, and before the server sends what a wallet has signed: the operator may have paused sending,
 * or removed the destination, since the first request. Throws `sendingPaused`, `destinationNotAllowed`.
 */
export async function refuseWalletRequest(
  deps: TransferDeps,
  { clientId, exchangeType, terms }: Transfer,
): Promise<void> {
  const { query } = deps.database
  await refuseIfPaused(query, { clientId, exchangeType })
  const { networkId, toAddress: address, addressTag } = terms
  await enforceAllowList(deps, query, { clientId, destination: { networkId, address, addressTag }, field: 'ToAddress' })
}
