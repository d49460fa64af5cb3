import type { Look } from '../transfers/transfer-deps.ts'
import { noteFailedPoll } from './last-search.ts'
import { lookAtSolana } from './look-at-solana.ts'
import { lookAtWallet } from './look-at-wallet.ts'
import type { SolanaNetworks } from './solana-networks.ts'
import type { WalletNetworks } from './wallet-networks.ts'

/** A look for the follower, on whatever chain the transfer is. */
export function lookAtAny({ wallets, solana }: { wallets: WalletNetworks; solana: SolanaNetworks }): Look {
  return async (deps, transfer) => {
    const at = solana.get(transfer.terms.networkKey)
    const look = at === undefined ? lookAtWallet(wallets) : lookAtSolana(at)
    try {
      return await look(deps, transfer)
    } catch (error) {
      await noteFailedPoll(deps, transfer)
      throw error
    }
  }
}
