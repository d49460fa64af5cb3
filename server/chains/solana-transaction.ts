// A transaction as a Solana node returns it.

export interface TokenBalance {
  accountIndex: number
  mint: string
  /** Absent in very old transactions: their payments are attributed to no one. */
  owner?: string
  uiTokenAmount: { amount: string }
}

export interface SolanaTransaction {
  slot: unknown
  meta: {
    err: unknown
    preBalances: unknown[]
    postBalances: unknown[]
    preTokenBalances?: TokenBalance[] | null
    postTokenBalances?: TokenBalance[] | null
    loadedAddresses?: { writable: string[]; readonly: string[] }
  } | null
  transaction: { message: { accountKeys: string[] } }
}

/** All accounts of the transaction, in the order of its balances. */
export function keysOf({ meta, transaction }: SolanaTransaction): string[] {
  const { writable = [], readonly = [] } = meta?.loadedAddresses ?? {}
  return [...transaction.message.accountKeys, ...writable, ...readonly]
}
