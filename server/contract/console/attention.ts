import * as z from 'zod'
import { after } from './page.ts'
import type { AttentionView, ProposalView, ResolutionView, TransferRow } from './transfers.ts'

/** GET /api/attention */
export const attentionQuery = z.object({ after })

/** A transfer that needs a person, with the evidence. */
export interface AttentionRow extends TransferRow {
  needsAttention: AttentionView
  /** The last response of the exchange. Null for a wallet. */
  response: string | null
  attempts: number
  /** The number of the last event. */
  lastEvent: number
  /** What the chain has shown, from the timeline. */
  chain: string
  /** A wallet's transfer without an assigned payment: its address may have one of another amount. */
  mayHaveUnassigned: boolean
  hash: string | null
  explorerUrl: string | null
  resolutions: ResolutionView[]
  proposal: ProposalView | null
}

/** Something else that needs a person. */
export interface AttentionNotice {
  text: string
  since: string | null
  href: string | null
  linkText: string
  command: string | null
}

/** GET /api/attention */
export interface Attention {
  /** Oldest first. */
  rows: AttentionRow[]
  next: string | null
  notices: AttentionNotice[]
  checkedAt: string
}
