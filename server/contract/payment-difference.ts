/** How the payment that an operator records can differ from the transfer, or why that is not known. */
export const paymentDifferences = [
  /** The node does not respond. */
  'unreachable',
  /** No block has the transaction. */
  'notFound',
  /** It failed on the chain. */
  'reverted',
  /** It pays none of the token to the address. */
  'otherRecipient',
  'otherAmount',
  'otherSender',
  /** It is older than the request to the wallet. */
  'beforeRequest',
  'fewConfirmations',
  /** Another transfer has the transaction. */
  'otherTransfer',
  /** Another open transfer expects an equal payment. */
  'equalTransfer',
] as const

export type PaymentDifference = (typeof paymentDifferences)[number]
