// Searches the chain for a wallet's payment: first the transaction that the page reported, then the blocks since the request.
//
// A block counts as searched only once it is settled: no reorganisation replaces it, and lagging nodes have it too. Every poll searches
// later blocks again, however far the head has moved in between.

import type { SeenTransaction } from '../chains/evm-reads.ts'
import { isSameAddress } from '../networks/equal-addresses.ts'
import type { TransferTerms } from '../transfers/terms.ts'
import type { Transfer } from '../transfers/transfer-store.ts'
import { isRequestedCall } from './payment-call.ts'
import type { WalletNetwork } from './wallet-networks.ts'
import type { Progress, Watch } from './watch-rows.ts'

export interface Sent {
  hash: string
  /** The account that the amount left. For a payment by a contract, this is not the sender of the transaction. */
  from: string
  /** Null if the account did not send the transaction itself but its contract paid. */
  nonce: number | null
  /** Null while it is not in a block. */
  block: number | null
  /** The page reported this hash for this transfer. */
  isHinted: boolean
}

/** Candidate payments, most likely first, and how far the chain was searched. */
export interface Found extends Progress {
  sent: Sent[]
  /** Reported hashes whose nonce is from before the request. */
  older: string[]
  /** Whether the next poll has more blocks to search. */
  isBehind: boolean
}

/** A range of blocks to search. */
interface Stretch {
  from: number
  to: number
  head: number
  /** The last settled block. Later blocks do not count as searched. */
  settled: number
}

/** Blocks per poll: more than any network has unsettled. The next poll continues after them. */
const logBlocks = 1_000
const fullBlocks = 60
/** A lagging node omits the logs of new blocks without an error. Reading a block that it does not have is an error. */
const logLagBlocks = 100
/** A lagging node returns a block that has been replaced, and its state, without an error. */
const coinLagBlocks = 10
/** Nodes without an archive still have the state of this many blocks ago. */
const stateBlocks = 100

/** A payment by link or QR code can come from any account. */
export function isFromAnyAccount({ fromAddress }: TransferTerms): boolean {
  return fromAddress === ''
}

export async function findSent(at: WalletNetwork, { terms }: Transfer, watch: Watch): Promise<Found> {
  const hinted = isFromAnyAccount(terms) ? [] : await hintedOf(at, terms, watch)
  const isMined = ({ block }: Sent) => block !== null && block > watch.firstBlock
  const head = await at.reads.head()
  const search = terms.contract !== '' ? searchToken : isFromAnyAccount(terms) ? searchReceiver : searchSender
  const whole = { from: watch.searchedBlock + 1, to: head, head, settled: settledBlock(terms, head) }
  const searched = await search(at, { terms, watch, whole })
  const [newer, older] = [hinted.filter((each) => isLater(watch, each)), hinted.filter((each) => !isLater(watch, each))]
  return { ...searched, sent: [...newer, ...searched.sent], older: older.filter(isMined).map(({ hash }) => hash) }
}

/** The newest settled block: every node has it, and no reorganisation replaces it. */
function settledBlock({ contract, requiredConfirmations }: TransferTerms, head: number): number {
  return head - requiredConfirmations - (contract === '' ? coinLagBlocks : logLagBlocks)
}

async function hintedOf({ reads }: WalletNetwork, terms: TransferTerms, watch: Watch): Promise<Sent[]> {
  const seen = await Promise.all(watch.hints.map((hash) => reads.transaction(hash)))
  return seen.flatMap((each) => (each !== null && isRequestedCall(terms, each) ? [{ ...each, isHinted: true }] : []))
}

/** Excludes transactions from before the request. */
export function isLater({ nonce, firstBlock }: Watch, sent: Pick<Sent, 'nonce' | 'block'>): boolean {
  return (sent.nonce === null || sent.nonce >= nonce) && (sent.block === null || sent.block > firstBlock)
}

interface Search {
  terms: TransferTerms
  watch: Watch
  whole: Stretch
}

/** Also finds payments through the wallet's own contract: the token's log names sender and recipient. */
async function searchToken({ reads }: WalletNetwork, { terms, watch, whole }: Search): Promise<Found> {
  const { contract, fromAddress, toAddress: to } = terms
  const stretch = firstPart(whole, logBlocks)
  if (stretch.to < stretch.from) return foundIn(watch, stretch, [])
  const from = isFromAnyAccount(terms) ? null : fromAddress
  const between = { fromBlock: stretch.from, toBlock: stretch.to }
  const transfers = await reads.tokenTransfers({ contract, from, to, ...between })
  const units = terms.amount.toBaseUnits(terms.decimals)
  const payers = new Map(transfers.filter((each) => each.units === units).map((each) => [each.hash, each.from]))
  const transactions = await Promise.all([...payers.keys()].map((hash) => reads.transaction(hash)))
  const sent = transactions.flatMap((each): Sent[] => {
    if (each === null) throw new Error('the node does not know a transaction that another has shown in a log')
    const { hash, block } = each
    const payer = payers.get(hash) ?? each.from
    const isOwn = isSameAddress(each.from, payer)
    if (isOwn && from !== null && each.nonce < watch.nonce) return []
    return [{ hash, from: payer, nonce: isOwn ? each.nonce : null, block, isHinted: false }]
  })
  return foundIn(watch, stretch, sent)
}

/** A native transfer leaves no log. If the sender's nonce has changed, the blocks are read. */
async function searchSender(at: WalletNetwork, { terms, watch, whole }: Search): Promise<Found> {
  const { reads } = at
  // Read as of the head of this search: a later block is not searched yet.
  const mined = await reads.nonceAt(terms.fromAddress, whole.head)
  if (mined <= watch.minedNonce) return foundIn(watch, whole, [])
  const stretch = firstPart(whole, fullBlocks)
  const transactions = await transactionsIn(at, stretch)
  const sent = transactions.filter((each) => isRequestedCall(terms, each) && isLater(watch, each))
  const found = foundIn(watch, stretch, sent)
  if (found.isBehind) return found
  return { ...found, minedNonce: await reads.nonceAt(terms.fromAddress, Math.max(watch.firstBlock, stretch.settled)) }
}

/** Searches for a payment from any sender. If the receiver's balance and nonce are unchanged, none arrived. */
async function searchReceiver(at: WalletNetwork, { terms, watch: before, whole }: Search): Promise<Found> {
  const { toAddress } = terms
  const { firstBlock } = before
  const isNew = before.receiverState === null && before.lastSearchAt === null && before.searchedBlock === firstBlock
  const mayRead = isNew && whole.head - firstBlock < stateBlocks
  const firstState = mayRead ? await at.reads.stateAt(toAddress, firstBlock) : before.firstState
  const watch = { ...before, firstState, receiverState: before.receiverState ?? firstState }
  const state = await at.reads.stateAt(toAddress, whole.head)
  if (state !== null && state === watch.receiverState) return foundIn(watch, whole, [])
  const stretch = firstPart(whole, fullBlocks)
  const units = terms.amount.toBaseUnits(terms.decimals)
  const transactions = await transactionsIn(at, stretch)
  const sent = transactions.filter(({ to, value }) => isSameAddress(to, terms.toAddress) && value === units)
  const found = foundIn(watch, stretch, sent)
  if (found.isBehind) return found
  return { ...found, receiverState: await at.reads.stateAt(toAddress, Math.max(firstBlock, stretch.settled)) }
}

/** Reads the blocks whose logs a lagging node may have omitted in full, for the token payment. */
export async function findUnlogged(at: WalletNetwork, { terms }: Transfer, watch: Watch): Promise<Sent[]> {
  const to = await at.reads.head()
  const from = Math.max(watch.firstBlock, settledBlock(terms, to)) + 1
  const transactions = await transactionsIn(at, { from, to })
  return transactions
    .filter((each) => isRequestedCall(terms, each) && isLater(watch, each))
    .map(({ hash, from: sender, nonce, block }) => ({ hash, from: sender, nonce, block, isHinted: false }))
}

async function transactionsIn(
  { reads }: WalletNetwork,
  { from, to }: Pick<Stretch, 'from' | 'to'>,
): Promise<SeenTransaction[]> {
  const blocks = Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index)
  return (await Promise.all(blocks.map((block) => reads.transactionsIn(block)))).flat()
}

function firstPart(whole: Stretch, blocks: number): Stretch {
  return { ...whole, to: Math.min(whole.to, whole.from + blocks - 1) }
}

function foundIn(
  { searchedBlock, minedNonce, receiverState, firstState }: Watch,
  { to, head, settled }: Stretch,
  sent: readonly Omit<Sent, 'isHinted'>[],
): Found {
  return {
    sent: sent.map(({ hash, from, nonce, block }) => ({ hash, from, nonce, block, isHinted: false })),
    older: [],
    searchedBlock: Math.max(searchedBlock, Math.min(to, settled)),
    minedNonce,
    receiverState,
    firstState,
    isBehind: to < head,
  }
}
