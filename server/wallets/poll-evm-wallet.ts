// Polls the chain for a wallet transfer. A hash reported by the page is a hint and proves nothing; without one the chain is
// searched. A transfer succeeds only by a mined payment that matches its terms and has enough confirmations.

import { LostRace } from '../storage/lost-race.ts'
import { requestAttention } from '../transfers/attention.ts'
import type { PollTransfer, TransferDeps } from '../transfers/transfer-deps.ts'
import type { Transfer } from '../transfers/transfer-store.ts'
import { Ambiguous, adopt, Undecided } from './adopt-evm-payment.ts'
import { findAmbiguousPayment, storeAmbiguous } from './ambiguous-payment.ts'
import { findSent, isFromAnyAccount } from './find-sent.ts'
import {
  endSharedWatch,
  hintedSearchMs,
  isLastSearch,
  searchMs,
  unassigned,
  watchEnded,
  withLastSearch,
} from './last-search.ts'
import { ambiguousReason } from './match-payment.ts'
import { pollEvmTransaction } from './poll-evm-transaction.ts'
import { pollAgain, storeChange } from './store-poll.ts'
import type { WalletNetwork, WalletNetworks } from './wallet-networks.ts'
import type { WatchedTransfer } from './watch-rows.ts'
import { storeSearched, type Watch, watchOf } from './watch-rows.ts'

/** One poll. */
export function pollEvmWallet(networks: WalletNetworks): PollTransfer {
  return async (deps, transfer) => {
    const at = networks.get(transfer.terms.networkKey)
    if (at === undefined)
      return requestAttention(deps, transfer, { reason: 'no node of its network is configured any more' })
    const watch = await watchOf(deps.database.query, transfer.id)
    if (watch.sharedAt !== null && transfer.state === 'AwaitingWallet')
      return endSharedWatch(deps, transfer, { watch, sharedAt: watch.sharedAt })
    const poll = transfer.state === 'Broadcast' ? pollEvmTransaction : search
    const isChanged = await poll(deps, at, { transfer, watch }).catch((error: unknown) => {
      if (error instanceof Undecided) return noteUndecided(deps, transfer)
      if (error instanceof Ambiguous) return stayAmbiguous(deps, transfer, { watch, hash: error.hash })
      // The results of this poll are not stored. The faster process has scheduled the next one.
      if (error instanceof LostRace) return true
      throw error
    })
    const isForgotten =
      transfer.state === 'Broadcast' && ageOf(deps, transfer) > searchMs && transfer.attention === null
    return isChanged || (isForgotten && requestAttention(deps, transfer, { reason: 'pending for over 24 hours' }))
  }
}

/** After this time a payment that cannot be read or assigned needs an operator. Every poll searches its blocks again. */
async function noteUndecided(deps: TransferDeps, transfer: Transfer): Promise<boolean> {
  if (transfer.state !== 'AwaitingWallet' || ageOf(deps, transfer) <= searchMs) return false
  return requestAttention(deps, transfer, { reason: unassigned })
}

function ageOf(deps: TransferDeps, { createdAt }: Transfer): number {
  return deps.now().getTime() - createdAt.getTime()
}

async function search(
  deps: TransferDeps,
  at: WalletNetwork,
  { transfer, watch: before }: WatchedTransfer,
): Promise<boolean> {
  const watch = await withLastSearch(deps, transfer, before)
  const found = await findSent(at, transfer, watch)
  for (const sent of found.sent) if (await adopt(deps, at, { transfer, sent, kind: 'sent' })) return true
  await storeSearched(deps.database.query, watch, found)
  // There are more blocks to search, so the next poll is due immediately.
  if (found.isBehind) return pollAgain(deps, transfer)
  // Other kinds of payment can be detected only for a known account.
  const mayBeAmbiguous = transfer.state !== 'Ambiguous' && !isFromAnyAccount(transfer.terms)
  const ambiguous = mayBeAmbiguous
    ? await findAmbiguousPayment(deps.database.query, at, { transfer, watch, olderHashes: found.older })
    : null
  if (ambiguous !== null) return storeAmbiguous(deps, transfer, ambiguous)
  return isLastSearch(transfer, watch) && storeChange(deps, transfer, await watchEnded(deps, transfer, watch))
}

/** The payment is credited to no user. A proof of the address or an operator decides later. */
async function stayAmbiguous(
  deps: TransferDeps,
  transfer: Transfer,
  { watch, hash }: { watch: Watch; hash: string },
): Promise<boolean> {
  if (transfer.state !== 'Ambiguous') return storeAmbiguous(deps, transfer, { hash, reason: ambiguousReason })
  return ageOf(deps, transfer) >= hintedSearchMs && storeChange(deps, transfer, await watchEnded(deps, transfer, watch))
}
