// What has come to a recipient on Solana since a payment was asked for, from whomever, and without the name of its transfer: so it
// comes from whoever pays by hand.

import { tokenAccountOf } from '../chains/solana-keys.ts'
import type { Query } from '../storage/storage.ts'
import type { TransferTerms } from '../transfers/terms.ts'
import type { Transfer } from '../transfers/transfer-store.ts'
import { equalAttempts } from './equal-attempts.ts'
import { referenceOf } from './solana-messages.ts'
import type { SolanaNetwork } from './solana-networks.ts'
import type { Watch } from './watch-rows.ts'

/** As many as a node tells at once. */
const toldAtOnce = 1_000

/** Oldest first, those that were not searched yet. */
export async function arrivalsOf(
  { reads }: SolanaNetwork,
  { toAddress, contract }: TransferTerms,
  { firstBlock, searchedBlock }: Watch,
): Promise<string[]> {
  const place = contract === '' ? toAddress : tokenAccountOf(toAddress, contract)
  const found = await reads.signaturesOf(place, toldAtOnce)
  const since = Math.max(firstBlock, searchedBlock)
  return found.reverse().flatMap(({ hash, slot, failed }) => (slot > since && !failed ? [hash] : []))
}

/** Whether it stands there for another transfer that is open for the same payment. */
export async function namesAnother(
  query: Query,
  { reads }: SolanaNetwork,
  { id, terms }: Transfer,
  hash: string,
): Promise<boolean> {
  for (const other of await equalAttempts(query, terms, id)) {
    if ((await reads.signaturesOf(referenceOf(other.id))).some((named) => named.hash === hash)) return true
  }
  return false
}
