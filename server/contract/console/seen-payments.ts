import * as z from 'zod'

/** GET /api/transfers/:id/seen-payments */
export const seenPaymentsQuery = z.object({
  /** The `next` of the response before. */
  after: z.coerce.number('must be a block').int('must be a block').min(0, 'must be a block').optional(),
})

export interface SeenPayment {
  hash: string
  explorerUrl: string | null
  /** Null if the chain does not state it. */
  from: string | null
  amount: string
  symbol: string
}

/** Payments in the transfer's token to its address, since the request to the wallet, that no transfer has. The nearest amounts first. */
export interface SeenPayments {
  payments: SeenPayment[]
  /** What was searched, or why nothing was. */
  text: string
  /** For the next request, if there is more to search. */
  next: number | null
}
