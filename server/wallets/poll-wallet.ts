import type { PollTransfer } from '../transfers/transfer-deps.ts'
import { storeFailedPoll } from './last-search.ts'
import { pollEvmWallet } from './poll-evm-wallet.ts'
import { pollSolanaWallet } from './poll-solana-wallet.ts'
import type { SolanaNetworks } from './solana-networks.ts'
import type { WalletNetworks } from './wallet-networks.ts'

/** The poll of wallet transfers, for every chain type. */
export function pollWallet({ wallets, solana }: { wallets: WalletNetworks; solana: SolanaNetworks }): PollTransfer {
  return async (deps, transfer) => {
    const at = solana.get(transfer.terms.networkKey)
    const poll = at === undefined ? pollEvmWallet(wallets) : pollSolanaWallet(at)
    try {
      return await poll(deps, transfer)
    } catch (error) {
      await storeFailedPoll(deps, transfer)
      throw error
    }
  }
}
