// A transaction as a node of Solana tells it.

export interface TokenBalance {
  accountIndex: number
  mint: string
  /** Absent in what is very old: then it pays nobody that can be named. */
  owner?: string
  uiTokenAmount: { amount: string }
}

export interface RawTransaction {
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

/** All that it names, in the order in which its balances are told. */
export function keysOf({ meta, transaction }: RawTransaction): string[] {
  const { writable = [], readonly = [] } = meta?.loadedAddresses ?? {}
  return [...transaction.message.accountKeys, ...writable, ...readonly]
}
