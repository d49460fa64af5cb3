// Whether a mined transaction is the payment that was previewed, and that no transaction proves two transfers.

import { createHash } from 'node:crypto'
import type { Chain, MinedPayment } from '../chains/chain.ts'
import type { Query } from '../storage/storage.ts'
import type { TransferTerms } from './terms.ts'

export function isAsPreviewed(terms: TransferTerms, payment: MinedPayment): boolean {
  return hasPaidRecipient(terms, payment) && payment.baseUnits === terms.amount.toBaseUnits(terms.decimals)
}

/** Whatever the amount: so much has left the account. */
export function hasPaidRecipient(terms: TransferTerms, payment: MinedPayment): boolean {
  return (
    payment.to.toLowerCase() === terms.toAddress.toLowerCase() &&
    payment.contract.toLowerCase() === terms.contract.toLowerCase() &&
    payment.succeeded &&
    payment.baseUnits > 0n
  )
}

/** Some exchanges put other text into the hash field. Without a chain to check against, any short text is accepted. */
export function isReadableHash(chain: Chain | undefined, hash: string): boolean {
  return chain === undefined ? /^[\x21-\x7e]{1,200}$/.test(hash) : chain.isHash(hash)
}

/**
 * Key of the payment that a transaction proves. A transaction may pay several recipients; the total that it moved of one token
 * to one recipient is compared as a whole.
 */
export function proofOf({ networkKey, toAddress, contract }: TransferTerms, hash: string): string {
  return [networkKey, hash, toAddress, contract].join(' ').toLowerCase()
}

/** In place of the proof of an erased transfer: the proof names an address. */
export function hashedProof(proof: string): string {
  return `sha256 ${createHash('sha256').update(proof).digest('hex')}`
}

export async function hasProvedAnother(query: Query, proof: string): Promise<boolean> {
  const select = query
    .selectFrom('transfer')
    .select('id')
    .where('proof', 'in', [proof, hashedProof(proof)])
  return (await select.executeTakeFirst()) !== undefined
}
