// Payments at the address of a wallet's transfer that no transfer has, such as one of another amount. For operators, who decide whose they
// are. Nothing is stored: each call reads the chain.

import { tokenAccountOf } from '../chains/solana-keys.ts'
import type { Query } from '../storage/storage.ts'
import { noAddress } from '../transfers/erase-transfers.ts'
import { statesWithPayment } from '../transfers/payment-report.ts'
import type { Transfer } from '../transfers/transfer-store.ts'
import type { SolanaNetwork, SolanaNetworks } from './solana-networks.ts'
import type { WalletNetwork, WalletNetworks } from './wallet-networks.ts'
import { findWatch, type Watch } from './watch-rows.ts'

export interface SeenPaymentDeps {
  database: { query: Query }
  wallets?: WalletNetworks | undefined
  solana?: SolanaNetworks | undefined
}

export interface UnassignedPayment {
  hash: string
  from: string | null
  units: bigint
}

export type Seen =
  /** `next`: the last block that was searched, if there are later ones. */
  | { kind: 'searched'; payments: UnassignedPayment[]; fromBlock: number; toBlock: number; next: number | null }
  /** The newest transactions of the address, at most this many. */
  | { kind: 'newest'; payments: UnassignedPayment[]; atMost: number }
  /** `coin`: native coins of an EVM network leave no log. */
  | { kind: 'noWatch' | 'noNode' | 'coin' | 'unreachable' }

/** Blocks of one request to a node, and requests of one call. */
const logBlocks = 1_000
const requests = 10
/** Each takes two more requests. */
const newestRead = 20

/** `after`: continues after this block. */
export async function seenPayments(deps: SeenPaymentDeps, transfer: Transfer, after = 0): Promise<Seen> {
  const { networkKey, contract } = transfer.terms
  const watch = await findWatch(deps.database.query, transfer.id)
  if (watch === undefined) return { kind: 'noWatch' }
  const [evm, solana] = [deps.wallets?.get(networkKey), deps.solana?.get(networkKey)]
  if (evm !== undefined && contract === '') return { kind: 'coin' }
  if (evm === undefined && solana === undefined) return { kind: 'noNode' }
  const seen = await (solana === undefined
    ? searchLogs(evm as WalletNetwork, transfer, Math.max(watch.firstBlock, after))
    : readNewest(solana, transfer, watch)
  ).catch(() => null)
  if (seen === null) return { kind: 'unreachable' }
  return { ...seen, payments: nearestFirst(transfer, await unassigned(deps, transfer, seen.payments)) }
}

async function searchLogs(
  { reads }: WalletNetwork,
  { terms: { contract, toAddress: to } }: Transfer,
  after: number,
): Promise<Extract<Seen, { kind: 'searched' }>> {
  const head = await reads.head()
  const toBlock = Math.min(head, after + logBlocks * requests)
  const payments: UnassignedPayment[] = []
  for (let from = after + 1; from <= toBlock; from += logBlocks) {
    const between = { fromBlock: from, toBlock: Math.min(toBlock, from + logBlocks - 1) }
    payments.push(...(await reads.tokenTransfers({ contract, from: null, to, ...between })))
  }
  return { kind: 'searched', payments, fromBlock: after + 1, toBlock, next: toBlock < head ? toBlock : null }
}

async function readNewest(
  { reads, chain }: SolanaNetwork,
  { terms: { contract, toAddress: to } }: Transfer,
  { firstBlock }: Watch,
): Promise<Extract<Seen, { kind: 'newest' }>> {
  const place = contract === '' ? to : tokenAccountOf(to, contract)
  const named = await reads.signaturesOf(place, { atMost: newestRead })
  const payments: UnassignedPayment[] = []
  for (const { hash } of named.filter(({ slot, failed }) => slot > firstBlock && !failed)) {
    const payment = await chain.findPayment({ hash, to, contract })
    if (payment !== undefined && payment.baseUnits > 0n) payments.push({ hash, from: null, units: payment.baseUnits })
  }
  return { kind: 'newest', payments, atMost: newestRead }
}

/** Without those of another transfer, also of an erased one. */
async function unassigned(
  { database: { query } }: SeenPaymentDeps,
  { id, terms }: Transfer,
  payments: readonly UnassignedPayment[],
): Promise<UnassignedPayment[]> {
  if (payments.length === 0) return []
  const taken = new Set<string>()
  const hashes = [...new Set(payments.map(({ hash }) => hash))]
  for (let from = 0; from < hashes.length; from += 100) {
    const rows = await query
      .selectFrom('transfer')
      .select('hash')
      .where('hash', 'in', hashes.slice(from, from + 100))
      .where('hash', '<>', '')
      .where('network_key', '=', terms.networkKey)
      .where('to_address', 'in', [terms.toAddress, noAddress])
      .where('contract', '=', terms.contract)
      .where('state', 'in', statesWithPayment)
      .where('id', '<>', id)
      .execute()
    for (const { hash } of rows) taken.add(hash)
  }
  return payments.filter(({ hash }) => !taken.has(hash)).map(({ hash, from, units }) => ({ hash, from, units }))
}

function nearestFirst({ terms }: Transfer, payments: UnassignedPayment[]): UnassignedPayment[] {
  const wanted = terms.amount.toBaseUnits(terms.decimals)
  const distance = ({ units }: UnassignedPayment) => (units > wanted ? units - wanted : wanted - units)
  return payments.toSorted((one, other) => Number(distance(one) - distance(other)))
}
