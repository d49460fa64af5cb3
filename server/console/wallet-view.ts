import type { WalletView } from '../contract/console/transfers.ts'
import { hasEnded } from '../transfers/transfer-status.ts'
import type { Transfer } from '../transfers/transfer-store.ts'
import { endOf } from '../wallets/last-search.ts'
import { findWatch } from '../wallets/watch-rows.ts'
import { boundedText } from './bounded-text.ts'
import type { ConsoleDeps } from './console-deps.ts'

/** Null for an exchange, and once the chain has shown a payment or the transfer has ended. */
export async function walletView(deps: ConsoleDeps, transfer: Transfer): Promise<WalletView | null> {
  const { id, hash, state, terms } = transfer
  if (hash !== '' || hasEnded(state)) return null
  const watch = await findWatch(deps.database.query, id)
  if (watch === undefined) return null
  return {
    reported: watch.hints.map((reported) => ({
      hash: boundedText(reported, 300),
      explorerUrl: deps.explorerUrl(terms.networkId, reported) || null,
    })),
    declinedAt: watch.declinedAt === null ? null : new Date(watch.declinedAt).toISOString(),
    searchEndsAt: new Date(endOf(transfer, watch)).toISOString(),
  }
}
