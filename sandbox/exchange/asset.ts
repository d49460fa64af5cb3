export interface AssetNetwork {
  network: string
  contract: string
  minimum: string
  maximum: string
  step: string
  fee: string
  exchangeFee: string
  /** The token's decimals on this network, if it has more than this exchange stores. */
  decimals?: number
  /** The accounts that may use it; all if omitted. */
  onlyAccounts?: string[]
}

export interface Asset {
  symbol: string
  name: string
  decimals: number
  networks: AssetNetwork[]
}
