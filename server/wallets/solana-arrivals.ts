// Reads payments to a recipient on Solana since a payment was requested, from any sender. A user who pays manually sends without the
// transfer's reference.

import { tokenAccountOf } from '../chains/solana-keys.ts'
import type { NamingTransaction } from '../chains/solana-reads.ts'
import type { Query } from '../storage/storage.ts'
import type { TransferTerms } from '../transfers/terms.ts'
import type { SolanaNetwork } from './solana-networks.ts'
import type { Watch } from './watch-rows.ts'

/** Few payments arrive between two polls. After a pause there may be more, so a page then has the largest size that nodes allow. */
const firstPage = 50
const page = 1_000
/** If more have arrived since the last poll, the oldest are skipped. */
const maximumRead = 20_000

/** Returns those that have not been searched yet, oldest first. Throws if the node has not reached the final slot. */
export async function arrivalsOf(
  { reads }: SolanaNetwork,
  {
    terms: { toAddress, contract },
    watch: { firstBlock, searchedBlock },
    finalSlot,
  }: { terms: TransferTerms; watch: Watch; finalSlot: number },
): Promise<NamingTransaction[]> {
  const place = contract === '' ? toAddress : tokenAccountOf(toAddress, contract)
  const since = Math.max(firstBlock, searchedBlock)
  const found: NamingTransaction[] = []
  for (let atMost = firstPage; found.length < maximumRead; atMost = page) {
    const last = found.at(-1)
    const older = last === undefined ? {} : { before: last.hash }
    const signatures = await reads.signaturesOf(place, { atMost, asOfSlot: finalSlot, ...older })
    found.push(...signatures)
    if (signatures.length < atMost || signatures.some(({ slot }) => slot <= since)) break
  }
  return found.reverse().filter(({ slot, failed }) => slot > since && !failed)
}

/**
 * Whether the transaction names the reference of another transfer, open or ended. Returns null if the node does not state which
 * accounts it names.
 */
export async function namesAnother(
  query: Query,
  { reads, network }: SolanaNetwork,
  { id, hash }: { id: string; hash: string },
): Promise<boolean | null> {
  const named = await reads.namedIn(hash)
  if (named === null) return null
  if (named.length === 0) return false
  const other = await query
    .selectFrom('wallet_watch')
    .innerJoin('transfer', 'transfer.id', 'wallet_watch.transfer_id')
    .select('transfer.id')
    .where('wallet_watch.reference', 'in', named)
    .where('transfer.network_key', '=', network.key)
    .where('transfer.id', '<>', id)
    .executeTakeFirst()
  return other !== undefined
}
