// Looks for the transaction by which a wallet has paid: first where the page said, then in the blocks since it was asked.

import type { SeenTransaction } from '../chains/evm-reads.ts'
import type { TransferTerms } from '../transfers/terms.ts'
import type { Transfer } from '../transfers/transfer-store.ts'
import { paymentCall } from './payment-call.ts'
import type { WalletNetwork } from './wallet-networks.ts'
import type { Watch } from './watch-rows.ts'

export interface Sent {
  hash: string
  /** Null where the account did not send it itself: its contract has paid. */
  nonce: number | null
}

/** What may be the payment, the likeliest first, and how far the chain was searched for it. */
export interface Found {
  sent: Sent[]
  searchedBlock: number
  minedNonce: number
}

/** Blocks for one look: the next goes on behind them. */
const logBlocks = 1_000
const fullBlocks = 60

export async function findSent(at: WalletNetwork, { terms }: Transfer, watch: Watch): Promise<Found> {
  const hinted = await hintedOf(at, terms, watch)
  const head = await at.reads.head()
  // Blocks near the head may be replaced by others: they are searched again.
  const from = Math.min(watch.searchedBlock, head - terms.requiredConfirmations) + 1
  const fromBlock = Math.max(watch.firstBlock + 1, from)
  const searched =
    terms.contract === ''
      ? await searchCoin(at, terms, watch, fromBlock, head)
      : await searchToken(at, terms, watch, fromBlock, head)
  return { ...searched, sent: [...hinted, ...searched.sent] }
}

async function hintedOf({ reads }: WalletNetwork, terms: TransferTerms, watch: Watch): Promise<Sent[]> {
  const seen = await Promise.all(watch.hints.map((hash) => reads.transaction(hash)))
  return seen.flatMap((transaction) =>
    transaction !== null && isThePayment(terms, watch, transaction) ? [transaction] : [],
  )
}

/** Just what the wallet was asked for, by the account, and not from before. */
function isThePayment(terms: TransferTerms, { nonce, firstBlock }: Watch, seen: SeenTransaction): boolean {
  const call = paymentCall(terms, terms.fromAddress, terms.toAddress, terms.amount)
  return (
    isSame(seen.from, call.from) &&
    isSame(seen.to, call.to) &&
    isSame(seen.data, call.data) &&
    seen.value === call.value &&
    seen.nonce >= nonce &&
    (seen.block === null || seen.block > firstBlock)
  )
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}

/** Also finds what a wallet sends in a way of its own, by its contract: the token's log says from whom to whom. */
async function searchToken(
  { reads }: WalletNetwork,
  terms: TransferTerms,
  watch: Watch,
  fromBlock: number,
  head: number,
): Promise<Found> {
  const { contract, fromAddress: from, toAddress: to } = terms
  const toBlock = Math.min(head, fromBlock + logBlocks - 1)
  const kept = { minedNonce: watch.minedNonce, searchedBlock: Math.max(watch.searchedBlock, toBlock) }
  if (toBlock < fromBlock) return { sent: [], ...kept }
  const transfers = await reads.tokenTransfers({ contract, from, to, fromBlock, toBlock })
  const units = terms.amount.toBaseUnits(terms.decimals)
  const hashes = [...new Set(transfers.filter((each) => each.units === units).map(({ hash }) => hash))]
  const seen = await Promise.all(hashes.map((hash) => reads.transaction(hash)))
  const sent = seen.flatMap((each) => {
    if (each === null) return []
    const isOwn = isSame(each.from, from)
    return isOwn && each.nonce < watch.nonce ? [] : [{ hash: each.hash, nonce: isOwn ? each.nonce : null }]
  })
  return { sent, ...kept }
}

/** A coin leaves no log. But its sender's nonce moves, and where it has moved the blocks are read. */
async function searchCoin(
  { reads }: WalletNetwork,
  terms: TransferTerms,
  watch: Watch,
  fromBlock: number,
  head: number,
): Promise<Found> {
  const { mined } = await reads.nonces(terms.fromAddress)
  if (mined <= watch.minedNonce || head < fromBlock) {
    return { sent: [], searchedBlock: Math.max(watch.searchedBlock, head), minedNonce: watch.minedNonce }
  }
  const toBlock = Math.min(head, fromBlock + fullBlocks - 1)
  const blocks = Array.from({ length: toBlock - fromBlock + 1 }, (_, index) => fromBlock + index)
  const transactions = (await Promise.all(blocks.map((block) => reads.transactionsIn(block)))).flat()
  const own = transactions.filter(({ from }) => isSame(from, terms.fromAddress))
  const sent = own.filter((each) => isThePayment(terms, watch, each))
  // Only what lies deep stays as it is: until then the blocks near the head are read again.
  const deep = Math.max(watch.firstBlock, head - terms.requiredConfirmations)
  const minedNonce = toBlock === head ? await reads.nonceAt(terms.fromAddress, deep) : watch.minedNonce
  return { sent, searchedBlock: Math.max(watch.searchedBlock, toBlock), minedNonce }
}
