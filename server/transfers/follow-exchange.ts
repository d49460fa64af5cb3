// What the exchange says of a withdrawal it has accepted.

import type { Account } from '../accounts/accounts.ts'
import { withRenewal } from '../accounts/call-account.ts'
import type { Withdrawal } from '../exchanges/exchange.ts'
import { inTransaction } from '../storage/storage.ts'
import type { TransferDeps } from './transfer-deps.ts'
import { changeTransfer, type Transfer, type TransferChange } from './transfer-store.ts'

/** Answers whether the transfer was changed. */
export async function followAtExchange(deps: TransferDeps, transfer: Transfer, account: Account): Promise<boolean> {
  const withdrawal = await withdrawalOf(deps, transfer, account)
  const change = withdrawal === undefined ? null : changeFor(deps, transfer, account, withdrawal)
  if (change === null) return false
  return (await inTransaction(deps.database, (query) => changeTransfer(query, transfer, change, deps.now()))) !== null
}

export async function withdrawalOf(
  deps: TransferDeps,
  transfer: Transfer,
  account: Account,
): Promise<Withdrawal | undefined> {
  const { withdrawalId } = transfer
  if (withdrawalId === null) return undefined
  return withRenewal(deps, account, (credentials) =>
    account.exchange.getWithdrawal(credentials, account.externalId, withdrawalId),
  )
}

function changeFor(
  deps: TransferDeps,
  transfer: Transfer,
  account: Account,
  withdrawal: Withdrawal,
): TransferChange | null {
  const returned = returnOf(account, withdrawal)
  if (returned !== null) return returned
  if (withdrawal.hash !== '') {
    return {
      state: 'Confirming',
      hash: withdrawal.hash,
      lookAt: deps.now(),
      event: { kind: 'sent', detail: { hash: withdrawal.hash } },
    }
  }
  // Some transfers inside one exchange never get a hash: then its word is all there is.
  if (withdrawal.state === 'completed' && !deps.chains.has(transfer.terms.networkKey)) {
    return { state: 'Succeeded', lookAt: null, event: { kind: 'succeeded', detail: { proof: 'exchange' } } }
  }
  return null
}

/** The exchange gave the funds back. */
export function returnOf(account: Account, withdrawal: Withdrawal): TransferChange | null {
  if (withdrawal.state !== 'failed' && withdrawal.state !== 'canceled') return null
  const state = withdrawal.state === 'failed' ? 'Returned' : 'Canceled'
  const errorData = { name: account.exchange.name }
  return { state, errorType: 'transferReturned', errorData, lookAt: null, event: { kind: state.toLowerCase() } }
}
