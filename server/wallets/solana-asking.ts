import type { TransferDeps } from '../transfers/transfer-deps.ts'
import { transferById } from '../transfers/transfer-store.ts'
import type { Asking } from './asking.ts'
import { lookAtSolana } from './look-at-solana.ts'
import { renewMessage } from './sign-on-solana.ts'
import { insertMessage, messageAsked, messageOf, requestOf } from './solana-messages.ts'
import type { SolanaNetwork } from './solana-networks.ts'
import { refuseWhileEqualPends } from './under-way.ts'

/** Here the wallet is asked to sign, and what it signs is stored before it is shown to it. */
export function solanaAsking(deps: TransferDeps, at: SolanaNetwork): Asking {
  const { network, cluster, reads, explorerUrl } = at
  return {
    network,
    chain: { chainId: cluster, nativeDecimals: 9, rpcUrl: null, explorerUrl },
    async begin({ transferId, ...asker }) {
      const { terms } = asker
      await refuseWhileEqualPends(deps, asker)
      const lifetime = await reads.lifetime()
      const message = messageOf(transferId, terms, lifetime)
      return {
        watch: { nonce: 0, minedNonce: 0, firstBlock: lifetime.slot },
        write: (query) => insertMessage(query, transferId, message, lifetime),
      }
    },
    requestOf: async (transfer) => requestOf(at, transfer, await messageAsked(deps.database.query, transfer.id)),
    async look(transfer) {
      await lookAtSolana(at)(deps, transfer)
      return { transfer: (await transferById(deps.database.query, transfer.id)) ?? transfer }
    },
    again: (transfer) => renewMessage(deps, at, transfer),
  }
}
