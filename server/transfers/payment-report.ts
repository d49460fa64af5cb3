// What is known of the transaction that an operator records as a transfer's payment: from the node of its network, and from other
// transfers. An operator who records it all the same confirms each difference by its name.

import { ApiError } from '../contract/errors.ts'
import type { PaymentDifference } from '../contract/payment-difference.ts'
import type { Query } from '../storage/storage.ts'
import { noAddress } from './erase-transfers.ts'
import type { Transfer } from './transfer-store.ts'

export interface PaymentReport {
  hash: string
  /** `none`: no node of the network is configured. */
  node: 'none' | 'unreachable' | 'responded'
  /** The node has shown a payment in the transfer's token to its address, whatever the amount. */
  paysRecipient: boolean
  differences: readonly PaymentDifference[]
  /** The same in sentences. It names addresses. */
  text: string
}

export const statesWithPayment = ['Submitted', 'Confirming', 'Broadcast', 'Succeeded'] as const

/**
 * The id of another transfer that has the transaction. Null if there is none. Throws `invalidField` if the transaction proves that
 * transfer. If a transaction pays several addresses, or several tokens, each payment can prove one transfer: the node shows the payment
 * of this transfer, and the other transfer has another address or token.
 */
export async function ownerOf(
  query: Query,
  { id, terms }: Transfer,
  { hash, node, paysRecipient }: Pick<PaymentReport, 'hash' | 'node' | 'paysRecipient'>,
): Promise<string | null> {
  const rows = await query
    .selectFrom('transfer')
    .select(['id', 'state', 'to_address', 'contract'])
    .where('hash', 'in', [hash, hash.toLowerCase()])
    .where('hash', '<>', '')
    .where('network_key', '=', terms.networkKey)
    .where('state', 'in', statesWithPayment)
    .where('id', '<>', id)
    .execute()
  const owners = rows.flatMap((row) => {
    const isSamePayment = [terms.toAddress, noAddress].includes(row.to_address) && row.contract === terms.contract
    if (!isSamePayment && paysRecipient) return []
    // The nodes of EVM networks do not show the coins that a contract pays, and one call can pay several.
    const isShown = node !== 'none' && terms.contract !== ''
    return [{ id: row.id, isProof: row.state === 'Succeeded' && (isSamePayment || isShown) }]
  })
  const proof = owners.find(({ isProof }) => isProof)
  if (proof === undefined) return owners[0]?.id ?? null
  throw new ApiError('invalidField', { field: 'hash', problem: `belongs to transfer ${proof.id} already` })
}
