// Reading a chain. The chain, not an exchange's word, decides that a transfer arrived.

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

export interface PaymentToFind {
  hash: string
  to: string
  contract: string
  /** Only payments of this account count. */
  from?: string
}

export interface Chain {
  /** Whether a text can be the hash of a transaction here at all. */
  isHash(text: string): boolean
  /** Undefined while the transaction is not mined, also after a reorganisation took it out again. Throws when unreachable. */
  findPayment(payment: PaymentToFind): Promise<MinedPayment | undefined>
}

/** By network key. A network without a configured node is absent: then only the exchange's word remains. */
export type Chains = ReadonlyMap<string, Chain>
