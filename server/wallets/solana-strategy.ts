import type { TransferDeps } from '../transfers/transfer-deps.ts'
import { transferById } from '../transfers/transfer-store.ts'
import { assertNoEqualPending } from './duplicate-guard.ts'
import { pollSolanaWallet } from './poll-solana-wallet.ts'
import { renewMessage } from './sign-on-solana.ts'
import { insertMessage, messageOf, requestedMessage, requestOf } from './solana-messages.ts'
import type { SolanaNetwork } from './solana-networks.ts'
import type { WalletStrategy } from './wallet-strategy.ts'

/** The wallet signs, and the message is stored before the wallet gets it. */
export function solanaStrategy(deps: TransferDeps, at: SolanaNetwork): WalletStrategy {
  const { network, cluster, reads, explorerUrl } = at
  return {
    network,
    chain: { chainId: cluster, nativeDecimals: 9, rpcUrl: null, explorerUrl },
    async prepare({ transferId, ...requester }) {
      const { terms } = requester
      await assertNoEqualPending(deps, requester)
      const lifetime = await reads.lifetime()
      const message = messageOf(transferId, terms, lifetime)
      return {
        watch: { nonce: 0, minedNonce: 0, firstBlock: lifetime.slot },
        write: (query) => insertMessage(query, transferId, { message, lifetime }),
      }
    },
    buildRequest: async (transfer) => requestOf(at, transfer, await requestedMessage(deps.database.query, transfer.id)),
    async poll(transfer) {
      await pollSolanaWallet(at)(deps, transfer)
      return { transfer: (await transferById(deps.database.query, transfer.id)) ?? transfer }
    },
    assertSafeToRetry: (transfer) => renewMessage(deps, at, transfer),
  }
}
