// Removes the user, the addresses and the details from transfers that have ended. Amounts, hashes, references and the chain of the
// timeline stay, so that it can be proved what was sent, and the transfer can never be sent or counted again.

import type { Erasure } from '../accounts/erase-accounts.ts'
import { changedOne, type Query } from '../storage/storage.ts'
import type { TransferTable } from '../storage/transfer-tables.ts'
import { hashedProof } from './payment-proof.ts'
import { termsFromText, termsToText } from './terms.ts'
import { hasEnded, type TransferState, transferStates } from './transfer-status.ts'

export const erasureBatch = 50

/** In place of an address. An empty one means a payment from any account. */
export const noAddress = 'erased'

/** No request is polled or can be executed. A payment that a wallet was requested to make can still be found for a while. */
const endedStates: TransferState[] = transferStates.filter((state) => hasEnded(state) || state === 'AwaitingWallet')

/** At most one batch of those that have not changed since `endedBefore`. Returns their ids. */
export async function eraseTransfers(
  query: Query,
  erasure: Erasure,
  { now, endedBefore }: { now: Date; endedBefore: Date },
): Promise<string[]> {
  const due = ended(unerased(query, erasure)).selectAll('transfer').where('updated_at', '<=', endedBefore.getTime())
  const rows = await due.limit(erasureBatch).execute()
  const ids: string[] = []
  for (const row of rows) if (await eraseTransfer(query, row, { userId: erasure.userId, now })) ids.push(row.id)
  if (ids.length > 0) await eraseDetails(query, ids)
  return ids
}

/** How many transfers still name the user, and how many of these are open. */
export async function countUnerased(query: Query, erasure: Erasure): Promise<{ all: number; open: number }> {
  const count = async (select: ReturnType<typeof unerased>) =>
    Number((await select.select(({ fn }) => fn.countAll().as('count')).executeTakeFirstOrThrow()).count)
  const all = await count(unerased(query, erasure))
  return { all, open: all - (await count(ended(unerased(query, erasure)))) }
}

/** A flagged transfer waits for an operator. */
function ended(select: ReturnType<typeof unerased>) {
  return select.where('state', 'in', endedStates).where('next_poll_at', 'is', null).where('attention', 'is', null)
}

/** Also those that another user of the client has made from the user's accounts. */
function unerased(query: Query, { clientId, userId, requestedAt }: Erasure) {
  const accounts = query.selectFrom('account').select('id').where('client_id', '=', clientId)
  return query
    .selectFrom('transfer')
    .where('client_id', '=', clientId)
    .where(({ or, eb }) =>
      or([eb('user_id', '=', userId), eb('account_id', 'in', accounts.where('user_id', '=', userId))]),
    )
    .where('created_at', '<=', requestedAt.getTime())
    .where('erased_at', 'is', null)
}

/** Returns false if the transfer has changed meanwhile. */
async function eraseTransfer(
  query: Query,
  { id, user_id, terms: text, proof, last_event }: TransferTable,
  { userId, now }: { userId: string; now: Date },
): Promise<boolean> {
  const { requiredAction: _, walletCall: __, ...terms } = termsFromText(text)
  const addresses = { fromAddress: noAddress, toAddress: noAddress, addressTag: '', adapterState: '' }
  const update = query
    .updateTable('transfer')
    .set({
      ...{ user_id: user_id === userId ? '' : user_id, terms: termsToText({ ...terms, ...addresses }) },
      ...{ from_address: noAddress, to_address: noAddress, required_action: null, error_data: '{}' },
      ...{ proof: proof === null ? null : hashedProof(proof), erased_at: now.getTime() },
    })
    .where('id', '=', id)
    .where('last_event', '=', last_event)
  return changedOne(await update.executeTakeFirstOrThrow())
}

async function eraseDetails(query: Query, ids: readonly string[]): Promise<void> {
  await query.updateTable('transfer_event').set({ detail: '' }).where('transfer_id', 'in', ids).execute()
  await query.updateTable('attempt').set({ existing_matches: '[]' }).where('transfer_id', 'in', ids).execute()
  await query.deleteFrom('wallet_message').where('transfer_id', 'in', ids).execute()
  await query.deleteFrom('resolve_proposal').where('transfer_id', 'in', ids).execute()
  const watches = query.selectFrom('wallet_watch').select(['transfer_id', 'claim']).where('transfer_id', 'in', ids)
  for (const { transfer_id, claim } of await watches.execute()) {
    const states = { receiver_state: null, first_state: null, payer_balance: null, receiver_balance: null }
    const found = { hints: '[]', claim: claim === null ? null : hashedProof(claim) }
    await query
      .updateTable('wallet_watch')
      .set({ ...states, ...found })
      .where('transfer_id', '=', transfer_id)
      .execute()
  }
}
