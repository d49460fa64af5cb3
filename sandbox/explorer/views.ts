/** What a transaction sent to an address. `amount` is exact. */
export interface Moved {
  amount: string
  symbol: string
  to: string
}

export interface TransactionSummary {
  hash: string
  /** In seconds. */
  at: number
  from: string
  moved: Moved[]
}

export interface TransactionView {
  hash: string
  state: 'pending' | 'done' | 'failed' | 'simulated' | 'notFound'
  /** In seconds. Null: not known. */
  at: number | null
  /** '': not known. */
  from: string
  moved: Moved[]
  details: (readonly [string, string])[]
}

export interface AddressView {
  address: string
  balances: string[]
  transactions: TransactionSummary[]
}
