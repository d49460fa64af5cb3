// Reports of the page about a wallet request: the wallet has sent, or the user declined. Neither proves anything, and the chain is
// polled after both.

import { errorFacts } from '../log/log.ts'
import { LostRace } from '../storage/lost-race.ts'
import { inTransaction, type Query } from '../storage/storage.ts'
import { changeTransfer, type Transfer, transferById } from '../transfers/transfer-store.ts'
import { isFromAnyAccount } from './find-sent.ts'
import { pollWallet } from './poll-wallet.ts'
import type { WalletDeps } from './request-wallet.ts'
import { clearDeclined, storeDeclined, storeHint } from './watch-rows.ts'

/** Returns the transfer as the chain shows it now. */
export async function reportSent(deps: WalletDeps, transfer: Transfer, hash: string): Promise<Transfer> {
  // No wallet was requested to send it, so the hash identifies nothing and prolongs no watch.
  if (isFromAnyAccount(transfer.terms)) return pollNow(deps, transfer)
  await inTransaction(deps.database, async (query) => {
    await storeHint(query, transfer.id, hash)
    await clearDeclined(query, transfer.id)
    await resumeWatch(deps, query, transfer.id)
  })
  return pollNow(deps, transfer)
}

/** A new hash resumes a watch that has ended. */
async function resumeWatch(deps: WalletDeps, query: Query, id: string): Promise<void> {
  const update = query.updateTable('transfer').set({ next_poll_at: deps.now().getTime() })
  await update.where('id', '=', id).where('state', '=', 'AwaitingWallet').where('next_poll_at', 'is', null).execute()
}

/** Returns the transfer if a payment was found nevertheless, otherwise null. */
export async function reportDeclined(deps: WalletDeps, transfer: Transfer): Promise<Transfer | null> {
  await inTransaction(deps.database, async (query) => {
    const current = await transferById(query, transfer.id)
    if (current?.state !== 'AwaitingWallet') return
    await storeDeclined(query, transfer.id, deps.now())
    // Of a payment by link, the page has left the request. Any wallet may still pay it.
    if (isFromAnyAccount(current.terms)) return
    const change = { state: 'AwaitingWallet', nextPollAt: deps.now(), event: { kind: 'declined' } } as const
    if ((await changeTransfer(query, current, { change, now: deps.now() })) === null) throw new LostRace()
  }).catch((error: unknown) => {
    // A poll has found the payment, so it was not declined.
    if (!(error instanceof LostRace)) throw error
  })
  const seen = await pollNow(deps, transfer)
  return seen.state === 'AwaitingWallet' ? null : seen
}

/** If the node cannot be read now, a later poll reads it. */
async function pollNow(deps: WalletDeps, { id }: Transfer): Promise<Transfer> {
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
