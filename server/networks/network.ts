// One network that an exchange can send on. Ids are static: the same in sandbox and production, for ever.

/** What a network knows of one token. `contract` is '' for the native coin. */
export interface NetworkToken {
  symbol: string
  name: string
  decimals: number
  contract: string
  /** Exists on the sandbox chains only. */
  sandboxOnly?: true
}

export type AddressCheck =
  | { ok: true; address: string }
  | { ok: false; problem: 'invalidAddress' | 'addressChecksumFailed' | 'addressOfOtherNetwork'; otherNetwork?: string }

export interface Network {
  /** The UUID on the wire. */
  id: string
  /** Our own short name, also the key of RPC_URLS. */
  key: string
  name: string
  /** EVM id as text on the real chain. */
  chainId: string
  /** The sandbox chain's own id, one that no real chain uses: a real wallet asked for chain 1 would spend real money. */
  sandboxChainId: string
  nativeSymbol: string
  tokens: readonly NetworkToken[]
  requiredConfirmations: number
  /** Explorer page of a transaction in production; `{hash}` is replaced. */
  explorerUrl: string
  /** Checks form and checksum; answers the canonical spelling. */
  checkAddress(address: string): AddressCheck
  /** Whether a destination may, must or cannot carry a tag. */
  tag: 'none' | 'required'
}
