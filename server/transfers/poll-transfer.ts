// Polls one transfer that has not ended: finds a withdrawal whose response was lost, requests its status from the exchange, reads the
// chain, and compares the mined transaction with the preview. It never sends anything.

import { type Account, laterSignIns } from '../accounts/accounts.ts'
import { ApiError } from '../contract/errors.ts'
import { ExchangeFailure } from '../exchanges/exchange-failure.ts'
import type { AccountToPoll } from './accounts-to-poll.ts'
import { requestAttention } from './attention.ts'
import { abandonExpired } from './end-preview.ts'
import { pollOnChain } from './poll-chain.ts'
import { pollAtExchange } from './poll-exchange.ts'
import { endSubmitting, reconcileTransfer } from './reconcile.ts'
import type { TransferDeps } from './transfer-deps.ts'
import type { Transfer } from './transfer-store.ts'

const longPendingMs = 86_400_000

/** Returns whether anything was stored. Then the next poll is scheduled too. Throws an ExchangeFailure if the poll proved nothing. */
export async function pollTransfer(
  deps: TransferDeps,
  transfer: Transfer,
  accountToPoll: AccountToPoll,
): Promise<boolean> {
  if (transfer.state === 'RequiresAction') return abandonExpired(deps, transfer)
  // Requires neither the exchange nor the account; both may have been removed. Before its deadline a Submitting transfer is polled at
  // the exchange like an Unknown one: a withdrawal that is listed is adopted, and one that is missing proves nothing yet.
  if (transfer.state === 'Submitting' && (await endSubmitting(deps, transfer))) return true
  const ownPoller = deps.pollers?.get(transfer.exchangeType)
  if (ownPoller !== undefined) return ownPoller(deps, transfer)
  const ageMs = deps.now().getTime() - transfer.createdAt.getTime()
  const isForgotten = ageMs > longPendingMs && transfer.attention === null
  if (isForgotten && (await requestAttention(deps, transfer, { reason: 'pending for over 24 hours' }))) return true
  const first = await pollWith(deps, transfer, () => accountToPoll(transfer.accountId))
  if (first !== 'signInEnded') return first
  for (const later of await laterSignIns(deps, transfer.clientId, transfer.accountId)) {
    const result = await pollWith(deps, transfer, () => accountToPoll(later))
    if (result !== 'signInEnded') return result
  }
  return requestAttention(deps, transfer, { reason: 'every sign-in known has ended' })
}

/** `signInEnded` if the exchange, or the account's owner, has ended this sign-in. */
async function pollWith(
  deps: TransferDeps,
  transfer: Transfer,
  load: () => Promise<Account>,
): Promise<boolean | 'signInEnded'> {
  try {
    return await pollByState(deps, transfer, await load())
  } catch (error) {
    const hasEnded =
      (error instanceof ExchangeFailure && error.kind === 'signInEnded') ||
      (error instanceof ApiError && error.type === 'reconnectRequired')
    if (hasEnded) return 'signInEnded'
    throw error
  }
}

function pollByState(deps: TransferDeps, transfer: Transfer, account: Account): Promise<boolean> {
  if (transfer.state === 'Submitted') return pollAtExchange(deps, transfer, account)
  if (transfer.state === 'Confirming') return pollOnChain(deps, transfer, account)
  return reconcileTransfer(deps, transfer, account)
}
