// What the page tells of a wallet that was asked: that it has sent, or that its owner said no. Neither proves anything, and the
// chain is watched on after both.

import { errorFacts } from '../log/log.ts'
import { inTransaction, type Query } from '../storage/storage.ts'
import { changeTransfer, type Transfer, transferById } from '../transfers/transfer-store.ts'
import { isFromAnyAccount } from './find-sent.ts'
import { pollWallet } from './poll-wallet.ts'
import type { WalletDeps } from './request-wallet.ts'
import { storeDeclined, storeHint } from './watch-rows.ts'

/** Answers the transfer as the chain shows it now. */
export async function reportSent(deps: WalletDeps, transfer: Transfer, hash: string): Promise<Transfer> {
  // No wallet was requested to send it, so the hash identifies nothing and prolongs no watch.
  if (isFromAnyAccount(transfer.terms)) return lookNow(deps, transfer)
  await inTransaction(deps.database, async (query) => {
    await storeHint(query, transfer.id, hash)
    await storeDeclined(query, transfer.id, null)
    await resumeWatch(deps, query, transfer.id)
  })
  return lookNow(deps, transfer)
}

/** A watch that has ended goes on with a new hash. */
async function resumeWatch(deps: WalletDeps, query: Query, id: string): Promise<void> {
  const update = query.updateTable('transfer').set({ next_poll_at: deps.now().getTime() })
  await update.where('id', '=', id).where('state', '=', 'AwaitingWallet').where('next_poll_at', 'is', null).execute()
}

/** Answers the transfer when it is under way all the same, else null. */
export async function reportDeclined(deps: WalletDeps, transfer: Transfer): Promise<Transfer | null> {
  await inTransaction(deps.database, async (query) => {
    const current = await transferById(query, transfer.id)
    if (current?.state !== 'AwaitingWallet' || isFromAnyAccount(current.terms)) return
    await storeDeclined(query, transfer.id, deps.now())
    const change = { state: 'AwaitingWallet', nextPollAt: deps.now(), event: { kind: 'declined' } } as const
    if ((await changeTransfer(query, current, change, deps.now())) === null) throw new LostRace()
  }).catch((error: unknown) => {
    if (!(error instanceof LostRace)) throw error
  })
  const seen = await lookNow(deps, transfer)
  return seen.state === 'AwaitingWallet' ? null : seen
}

/** Thrown to undo a transaction: a poll has found the payment, and what was sent is not declined. */
class LostRace extends Error {}

/** If the node cannot be read now, the follower polls later. */
async function lookNow(deps: WalletDeps, { id }: Transfer): Promise<Transfer> {
  const { query } = deps.database
  const before = await transferById(query, id)
  if (before === undefined) throw new Error('a transfer is gone')
  if (before.state !== 'AwaitingWallet' && before.state !== 'Ambiguous') return before
  try {
    await pollWallet(deps)(deps, before)
  } catch (error) {
    deps.log.warn({ transferId: id, ...errorFacts(error) }, 'the chain could not be read for a wallet')
  }
  return (await transferById(query, id)) ?? before
}
