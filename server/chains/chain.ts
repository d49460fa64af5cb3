// The interface for reading a chain. The chain, not the exchange, decides whether a transfer has arrived.

/** A payment to one address in a mined transaction. */
export interface MinedPayment {
  succeeded: boolean
  to: string
  /** '' for the native coin. */
  contract: string
  /** In the token's smallest unit, for example wei. */
  baseUnits: bigint
  confirmations: number
}

/** One amount that a transaction has moved. */
export interface MovedAmount {
  /** Null if the chain does not state who paid which recipient. */
  from: string | null
  to: string
  /** '' for the native coin. */
  contract: string
  baseUnits: bigint
}

/** A mined transaction that has not failed, as an operator reads it. */
export interface MinedTransaction {
  /** On Solana, the slot. */
  block: number
  /** Native coins that a contract moved are missing on EVM networks. */
  amounts: MovedAmount[]
}

export interface PaymentToFind {
  hash: string
  to: string
  contract: string
  /** Only payments of this account count. */
  from?: string
}

export interface Chain {
  /** Whether a text has the format of this network's transaction hashes. */
  isHash(text: string): boolean
  /** Undefined while the transaction is not mined, also after a reorganisation has removed it. Throws if the node is unreachable. */
  findPayment(payment: PaymentToFind): Promise<MinedPayment | undefined>
  /** Undefined if it is not mined or has failed. Throws if the node is unreachable. */
  readTransaction(hash: string): Promise<MinedTransaction | undefined>
}

/** By network key. Networks without a configured node are absent. Their transfers are confirmed by the exchange only. */
export type Chains = ReadonlyMap<string, Chain>
