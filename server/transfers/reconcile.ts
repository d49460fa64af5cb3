// A withdrawal whose answer never came, or proved nothing. Recovery never sends. It is settled when the exchange shows the
// withdrawal under our reference, or when the exchange can no longer accept the request and has been seen, often enough and
// long enough after, to have none.

import type { Account } from '../accounts/accounts.ts'
import { withRenewal } from '../accounts/call-account.ts'
import type { Withdrawal } from '../exchanges/exchange.ts'
import { inTransaction } from '../storage/storage.ts'
import type { TransferDeps } from './transfer-deps.ts'
import { attemptsOf, changeTransfer, type Transfer, type TransferChange } from './transfer-store.ts'

const beforeFirstSendMs = 60_000

/** Answers whether the transfer was changed. Throws an ExchangeFailure: such a look proves nothing. */
export async function reconcileTransfer(deps: TransferDeps, transfer: Transfer, account: Account): Promise<boolean> {
  const attempts = await attemptsOf(deps.database.query, transfer.id)
  const [first, last] = [attempts[0], attempts.at(-1)]
  if (first === undefined || last === undefined) return false
  const since = new Date(first.createdAt.getTime() - beforeFirstSendMs)
  const found = await withRenewal(deps, account, (credentials) =>
    account.exchange.findWithdrawal(credentials, account.externalId, first.clientReference, since),
  )
  const change = found === undefined ? absent(deps, transfer, account, last.validUntil) : adopted(deps, transfer, found)
  if (change === null) return false
  return (await inTransaction(deps.database, (query) => changeTransfer(query, transfer, change, deps.now()))) !== null
}

function adopted(deps: TransferDeps, transfer: Transfer, found: Withdrawal): TransferChange | null {
  const { terms } = transfer
  const equal =
    found.symbol === terms.symbol &&
    found.networkKey === terms.networkKey &&
    found.address.toLowerCase() === terms.toAddress.toLowerCase() &&
    found.amount.equals(terms.amount)
  if (!equal) {
    deps.log.error(
      { transferId: transfer.id },
      'the exchange has a withdrawal under our reference that is not the one ordered',
    )
    return null
  }
  return { state: 'Submitted', withdrawalId: found.id, lookAt: deps.now(), event: { kind: 'found' } }
}

function absent(deps: TransferDeps, transfer: Transfer, account: Account, validUntil: Date): TransferChange | null {
  const now = deps.now().getTime()
  const { fenceMs, visibilityMs, emptyLooks, class: recovery } = account.exchange.recovery
  if (transfer.state === 'Submitting') {
    // Until its time is over the process that sends may still be waiting for the answer.
    if (now <= validUntil.getTime()) return null
    return {
      state: 'Unknown',
      lookAt: new Date(now),
      event: { kind: 'unknown', detail: { reason: 'no answer was written' } },
    }
  }
  if (now <= validUntil.getTime() + fenceMs + visibilityMs || recovery === 'match') return null
  const looks = transfer.emptyLooks + 1
  if (looks < emptyLooks) {
    const lookAt = new Date(now + visibilityMs / emptyLooks)
    return { state: 'Unknown', emptyLooks: looks, lookAt, event: { kind: 'notFound', detail: { looks } } }
  }
  const errorData = { name: account.exchange.name }
  return {
    state: 'NotSent',
    emptyLooks: looks,
    errorType: 'transferNotSent',
    errorData,
    lookAt: null,
    event: { kind: 'notSent', detail: { looks } },
  }
}
