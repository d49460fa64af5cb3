// Reads the accounts of a wallet on each kind of chain: silently, or with a request that the user approves.

import type { FoundWallet } from '../protocol/wallet-messages.ts'
import { addressesIn } from './evm-sender.ts'
import { accountsIn } from './solana-sender.ts'
import type { WalletRequestFn } from './wallet-sender.ts'

type ReadAccounts = (callWallet: WalletRequestFn, isSilent: boolean) => Promise<string[]>

export const readAccounts: Record<FoundWallet['family'], ReadAccounts> = {
  evm: async (callWallet, isSilent) => addressesIn(await callWallet(isSilent ? 'eth_accounts' : 'eth_requestAccounts')),
  solana: async (callWallet, isSilent) =>
    // A wallet may have accounts on other chains, too.
    accountsIn(await callWallet('solana:connect', [isSilent]))
      .filter(({ chains }) => chains.some((chain) => chain.startsWith('solana:')))
      .map(({ address }) => address),
}

/** Only the addresses of EVM chains are the same in any case. */
export function isSameAddress(one: string, other: string): boolean {
  return one === other || (one.startsWith('0x') && one.toLowerCase() === other.toLowerCase())
}
