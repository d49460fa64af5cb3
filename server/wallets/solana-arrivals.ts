// What has come to a recipient on Solana since a payment was asked for, from whomever, and without the name of a transfer: so it
// comes from whoever pays by hand.

import { tokenAccountOf } from '../chains/solana-keys.ts'
import type { NamingTransaction } from '../chains/solana-reads.ts'
import type { Query } from '../storage/storage.ts'
import type { TransferTerms } from '../transfers/terms.ts'
import type { SolanaNetwork } from './solana-networks.ts'
import type { Watch } from './watch-rows.ts'

/** Few come between two looks; after a pause there may be more, as many as a node tells at once and page by page. */
const firstPage = 50
const page = 1_000
/** Of more than that since the last look the oldest are given up. */
const mostTold = 20_000

/** Oldest first, those that were not searched yet. Throws where the node has not come as far as the final slot. */
export async function arrivalsOf(
  { reads }: SolanaNetwork,
  { toAddress, contract }: TransferTerms,
  { firstBlock, searchedBlock }: Watch,
  finalSlot: number,
): Promise<NamingTransaction[]> {
  const place = contract === '' ? toAddress : tokenAccountOf(toAddress, contract)
  const since = Math.max(firstBlock, searchedBlock)
  const found: NamingTransaction[] = []
  for (let atMost = firstPage; found.length < mostTold; atMost = page) {
    const last = found.at(-1)
    const older = last === undefined ? {} : { before: last.hash }
    const told = await reads.signaturesOf(place, { atMost, asOfSlot: finalSlot, ...older })
    found.push(...told)
    if (told.length < atMost || told.some(({ slot }) => slot <= since)) break
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
  id: string,
  hash: string,
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
