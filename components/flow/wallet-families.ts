// How a wallet is asked for its accounts, on each kind of chain: with its user's yes, or, silently, without.

import type { FoundWallet } from '../protocol/wallet-messages.ts'
import type { WalletRequestFn } from './ask-wallet.ts'
import { addressesIn } from './send-by-wallet.ts'
import { accountsIn } from './sign-on-solana.ts'

type AskForAccounts = (ask: WalletRequestFn, isSilent: boolean) => Promise<string[]>

export const accountsOf: Record<FoundWallet['family'], AskForAccounts> = {
  evm: async (ask, isSilent) => addressesIn(await ask(isSilent ? 'eth_accounts' : 'eth_requestAccounts')),
  solana: async (ask, isSilent) =>
    // A wallet may have accounts on other chains, too.
    accountsIn(await ask('solana:connect', [isSilent]))
      .filter(({ chains }) => chains.some((chain) => chain.startsWith('solana:')))
      .map(({ address }) => address),
}

/** Only the addresses of EVM chains are the same in any case. */
export function isSameAddress(one: string, other: string): boolean {
  return one === other || (one.startsWith('0x') && one.toLowerCase() === other.toLowerCase())
}
