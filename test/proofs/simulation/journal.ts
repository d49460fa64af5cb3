// The responses to the clients, recorded outside the server. They must always stay true.

import type { TransferTerms } from '../../../server/transfers/terms.ts'

interface PreviewNote {
  clientId: string
  /** The exchange's id of the account. */
  account: string
  terms: TransferTerms
  expiresAt: Date
  /** The transfer that was acknowledged for it. */
  transferId: string | null
  /** The final error: no order is or will be sent. */
  denied: string | null
}

export class Journal {
  readonly previews = new Map<string, PreviewNote>()
}
