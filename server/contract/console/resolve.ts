import * as z from 'zod'
import { type PaymentDifference, paymentDifferences } from '../payment-difference.ts'
import { plainText } from '../plain-text.ts'
import { reason } from './page.ts'

const evidence = z
  .string('must say what was seen, and where')
  .max(2_000, 'must have at most 2000 characters')
  .transform((text) => text.split(/\r?\n/).map(plainText).join('\n').trim())
/** The number of the last event of the transfer that the operator has read. The outcome is refused if there are newer ones. */
const lastEvent = z.int('must be the number of an event').min(0)

const hash = z.string().trim().max(300)

/** GET /api/transfers/:id/payment */
export const paymentQuery = z.object({ hash })

/** What is known of a transaction. */
export interface PaymentLookUp {
  text: string
  /** To confirm before it can be recorded as the payment. */
  differences: readonly PaymentDifference[]
}

/** POST /api/transfers/:id/resolve, and POST /api/transfers/:id/proposal */
export const resolveRequest = z.object({
  reason,
  lastEvent,
  kind: z.enum(['sent', 'notSent', 'succeeded', 'returned'], 'must be sent, notSent, succeeded or returned'),
  /** With `sent`. */
  withdrawalId: z.string().trim().max(300).optional(),
  /** With `succeeded`. */
  hash: hash.optional(),
  /** With `succeeded`: the differences between payment and transfer that the operator has confirmed. */
  despite: z.array(z.enum(paymentDifferences, 'must name differences')).max(20).optional(),
  evidence,
})

/** POST /api/transfers/:id/acknowledge */
export const acknowledgeRequest = z.object({ reason, evidence, lastEvent })

/** DELETE /api/transfers/:id/proposal */
export const decideRequest = z.object({
  reason,
  /** The time of the proposal that the operator has read. */
  proposedAt: z.iso.datetime('must be the time of the proposal'),
})

/** POST /api/transfers/:id/proposal/approve */
export const approveRequest = decideRequest.extend({ lastEvent })

/** What is returned after each of them. */
export interface Resolved {
  transferId: string
  state: string
}
