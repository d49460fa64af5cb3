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
  /**
   * What a mined transaction has moved, for operators. Empty if it is not mined or has failed. Native coins that a contract moved are
   * missing on EVM networks. Throws if the node is unreachable.
   */
  amountsIn(hash: string): Promise<MovedAmount[]>
}

/** By network key. Networks without a configured node are absent. Their transfers are confirmed by the exchange only. */
export type Chains = ReadonlyMap<string, Chain>
