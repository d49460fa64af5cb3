// The address that a Solana payment names beside its recipient. It identifies the transfer that the payment is for.

import { createHash } from 'node:crypto'
import { base58 } from '@scure/base'

/** No key exists for this address, and no other transaction names it. */
export function referenceOf(transferId: string): string {
  return base58.encode(createHash('sha256').update(`transfer ${transferId}`).digest())
}
