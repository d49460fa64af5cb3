// One network that an exchange can send on. Ids are static: the same in sandbox and production, for ever.

import type { TagRule } from './tags.ts'

/** A token on a network. */
export interface NetworkToken {
  symbol: string
  name: string
  decimals: number
  /** Identifier in the network's format: contract, mint, jetton or issuer; '' for the native coin. */
  contract: string
  /** Exists on the sandbox chains only. */
  sandboxOnly?: true
}

export type AddressCheck =
  | { ok: true; address: string }
  | { ok: false; problem: 'invalidAddress' | 'addressChecksumFailed' }

/** The reason why assets sent to an address are lost, as the end of a sentence. */
export interface IrrecoverableReason {
  rule: string
  reason: string
}

/** Whether RPC_URLS can name a node that proves its transfers. */
export function canBeRead({ isEvm, key }: Pick<Network, 'isEvm' | 'key'>): boolean {
  return isEvm || key === 'solana'
}

export interface Network {
  /** The UUID on the wire. */
  id: string
  /** Our own short name, also the key of RPC_URLS: lower-case letters. */
  key: string
  name: string
  /** Colour of the network's mark in the UI, `#rrggbb`. */
  color: string
  /** EVM id as text on the real chain; elsewhere the coin type of SLIP-44. */
  chainId: string
  /** The sandbox chain's id, which no real chain uses: with a real chain's id, a wallet would spend real money. */
  sandboxChainId: string
  /** Whether its nodes have Ethereum's JSON-RPC. */
  isEvm: boolean
  nativeSymbol: string
  tokens: readonly NetworkToken[]
  requiredConfirmations: number
  /** Explorer page of a transaction in production; `{hash}` is replaced. */
  explorerUrl: string
  /** Checks format and checksum. Returns the canonical spelling. */
  checkAddress(address: string): AddressCheck
  /** If one account has several canonical spellings: a spelling that is the same for all of them. */
  accountOf?(address: string): string
  /** Of an address in its canonical spelling. */
  irrecoverableReason(address: string): IrrecoverableReason | null
  tag: TagRule
}
