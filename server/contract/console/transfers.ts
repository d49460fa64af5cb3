import * as z from 'zod'
import type { PaymentDifference } from '../payment-difference.ts'
import { plainText } from '../plain-text.ts'
import { after, type Page } from './page.ts'

const utcTime = z.iso.datetime({ error: 'must be a UTC time, for example 2026-11-20T14:02:00Z' }).optional()
/** Text that was pasted can contain invisible characters. */
const word = z
  .string()
  .max(300)
  .transform((text) => plainText(text).trim())
  .optional()

/** GET /api/transfers */
export const transfersQuery = z.object({
  /** An id, a transaction hash, an address or a user. */
  search: word,
  /** The id of a client. */
  client: word,
  /** The type of an exchange or wallet. */
  exchange: word,
  status: z.enum(['Pending', 'Succeeded', 'Failed', 'Hidden']).optional(),
  state: word,
  /** That the recipient gets. */
  amount: word,
  since: utcTime,
  until: utcTime,
  after,
})

export type Tone = 'ok' | 'running' | 'warn' | 'danger' | 'neutral'

/** A state of a transfer, in words. */
export interface StateView {
  name: string
  /** Of the badge. */
  label: string
  tone: Tone
}

export interface TransferRow {
  id: string
  createdAt: string
  state: StateView
  amount: string
  symbol: string
  network: string
  /** The exchange or wallet. */
  from: string
  to: string
  /** Null once the user has been erased. */
  user: string | null
  client: { id: string; name: string }
  /** Why it needs an operator. */
  attention: string | null
}

/** GET /api/transfers */
export interface TransferList extends Page<TransferRow> {
  /** The page of what the search names, if it names one thing. */
  opens: string | null
}

export type TransferChoices = {
  clients: { id: string; name: string }[]
  exchanges: { type: string; name: string }[]
  states: StateView[]
}

/** An outcome that an operator can record. */
export interface ResolutionView {
  kind: 'sent' | 'notSent' | 'succeeded' | 'returned'
  label: string
  /** What it does to the user's money and to the app's webhooks. */
  effect: string
  /** The value that it requires. */
  field: { name: 'withdrawalId' | 'hash'; label: string; hint?: string } | null
  /** Of the command `transfer resolve`. The value of `field` follows it. */
  option: string
  /** Why it cannot be recorded now. */
  refusal: string | null
  /** When the refusal ends. */
  allowedFrom: string | null
}

export interface ProposalView {
  kind: ResolutionView['kind']
  label: string
  effect: string
  /** The withdrawal id or the hash. */
  value: string | null
  /** What was known of the transaction when it was proposed. */
  report: string | null
  /** The differences that the proposer has confirmed. */
  despite: readonly PaymentDifference[]
  evidence: string
  operator: string
  /** The proposer cannot approve it. */
  isOwn: boolean
  proposedAt: string
  /** The events of the transfer since it was proposed. */
  eventsSince: number
  /** Of the command `transfer resolve`. */
  option: string
}

export interface AttentionView {
  /** As it is in the timeline and in the log. */
  reason: string
  since: string
  /** What it means, and for the money. */
  meaning: string
  /** What to find out. */
  check: string
}

export interface TimelineEntry {
  n: number
  at: string
  kind: string
  /** A sentence. */
  text: string
  tone: Tone
  details: [name: string, value: string][]
}

export interface AttemptView {
  n: number
  at: string
  validUntil: string
  clientReference: string
  /** The response of the exchange, in words. */
  outcome: string
}

export interface DeliveryView {
  endpointId: string
  /** Without its path, which can contain a secret. */
  origin: string
  eventId: string
  type: string
  at: string
  state: 'waiting' | 'delivered' | 'failed'
  tries: number
  /** Of the last request. */
  response: string | null
  /** Null if no request is planned. */
  nextTryAt: string | null
}

/** What is known of a wallet's payment before the chain shows it. */
export interface WalletView {
  /** Transactions that the page reported, newest first. They prove nothing. */
  reported: { hash: string; explorerUrl: string | null }[]
  /** When the user last declined the request, or closed it. */
  declinedAt: string | null
  searchEndsAt: string
}

/** GET /api/transfers/:id */
export interface TransferView extends TransferRow {
  previewId: string
  accountId: string
  linkId: string | null
  transactionId: string | null
  exchange: string
  isWallet: boolean
  /** Null for an exchange, and once the chain has shown a payment or the transfer has ended. */
  wallet: WalletView | null
  erasedAt: string | null
  /** When the erasure of the user was requested, which has not reached this transfer yet. */
  erasureRequestedAt: string | null
  amountInFiat: string | null
  contract: string | null
  fromAddress: string | null
  addressTag: string | null
  fees: [name: string, value: string][]
  /** Of the preview that the user confirmed. */
  terms: [name: string, value: string][]
  /** Where the money is. */
  money: string
  /** What the server does next, or what to do. */
  next: string
  nextPollAt: string | null
  /** Why it failed. */
  failure: string | null
  needsAttention: AttentionView | null
  resolutions: ResolutionView[]
  proposal: ProposalView | null
  updatedAt: string
  withdrawalId: string | null
  hash: string | null
  explorerUrl: string | null
  confirmations: number
  requiredConfirmations: number
  timeline: TimelineEntry[]
  /** The number of the last event. */
  lastEvent: number
  /** The number of the first event that is missing or was changed. Null if the chain is intact. */
  brokenAt: number | null
  attempts: AttemptView[]
  deliveries: DeliveryView[]
  /** For the support of the exchange or of the app: without the user, addresses and secrets. */
  supportText: string
  raw: object
}
