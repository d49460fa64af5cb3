// Polls transfers that have not ended: finds withdrawals whose response was lost, requests their status from the exchange,
// reads the chain, and compares the mined transaction with the preview. It never sends anything.

import { type Account, laterSignIns, loadAccountToPoll } from '../accounts/accounts.ts'
import { ApiError } from '../contract/errors.ts'
import { ExchangeFailure } from '../exchanges/exchange-failure.ts'
import { defaultPollDelays } from '../exchanges/recovery-policy.ts'
import { errorFacts } from '../log/log.ts'
import { requestAttention } from './attention.ts'
import { abandonExpired } from './end-preview.ts'
import { type PollLimit, unlimitedPolls } from './exchange-poll-limit.ts'
import { type Claimed, claimDue, releaseLease } from './lease.ts'
import { pollOnChain } from './poll-chain.ts'
import { pollAtExchange } from './poll-exchange.ts'
import { endSubmitting, reconcileTransfer } from './reconcile.ts'
import type { TransferDeps } from './transfer-deps.ts'
import type { Transfer } from './transfer-store.ts'

const longPendingMs = 86_400_000

/** Polls the due transfers of one exchange once. Returns how many were polled. */
export async function pollTransfers(
  deps: TransferDeps,
  exchange: Claimed,
  { pollLimit = unlimitedPolls, lease = deps.newId() }: { pollLimit?: PollLimit; lease?: string } = {},
): Promise<number> {
  const due = await claimDue(deps, exchange, lease)
  await Promise.all(due.map((transfer) => pollLeased(deps, pollLimit, { transfer, lease })))
  return due.length
}

async function pollLeased(
  deps: TransferDeps,
  pollLimit: PollLimit,
  { transfer, lease }: { transfer: Transfer; lease: string },
): Promise<void> {
  try {
    await pollDueTransfer(deps, pollLimit, transfer)
  } catch (error) {
    if (!(error instanceof ExchangeFailure)) {
      deps.log.error({ transferId: transfer.id, ...errorFacts(error) }, 'a transfer could not be polled this time')
    }
    await postpone(deps, transfer)
  } finally {
    await releaseLease(deps, lease, transfer.id)
  }
}

async function pollDueTransfer(deps: TransferDeps, pollLimit: PollLimit, transfer: Transfer): Promise<void> {
  const { clientId, accountId } = transfer
  if (transfer.state === 'RequiresAction') {
    if (!(await abandonExpired(deps, transfer))) await postpone(deps, transfer)
    return
  }
  // Requires neither the exchange nor the account; both may have been removed. Before its deadline a Submitting transfer is polled at
  // the exchange like an Unknown one: a withdrawal that is listed is adopted, and one that is missing proves nothing yet.
  if (transfer.state === 'Submitting' && (await endSubmitting(deps, transfer))) return
  const ownPoller = deps.pollers?.get(transfer.exchangeType)
  if (ownPoller !== undefined) {
    const exchange = deps.exchanges.byType(transfer.exchangeType)
    const mayPoll = exchange === undefined || (await pollLimit.take(exchange))
    if (!mayPoll || !(await ownPoller(deps, transfer))) await postpone(deps, transfer)
    return
  }
  const ageMs = deps.now().getTime() - transfer.createdAt.getTime()
  const isForgotten = ageMs > longPendingMs && transfer.attention === null
  if (isForgotten && (await requestAttention(deps, transfer, 'pending for over 24 hours'))) return
  if (await pollWith(deps, pollLimit, { transfer, accountId })) return
  for (const later of await laterSignIns(deps, clientId, accountId)) {
    if (await pollWith(deps, pollLimit, { transfer, accountId: later })) return
  }
  if (!(await requestAttention(deps, transfer, 'every sign-in known has ended'))) await postpone(deps, transfer)
}

/** False when the exchange, or the account's owner, has ended this sign-in. */
async function pollWith(
  deps: TransferDeps,
  pollLimit: PollLimit,
  { transfer, accountId }: { transfer: Transfer; accountId: string },
): Promise<boolean> {
  try {
    await pollByState(deps, pollLimit, {
      transfer,
      account: await loadAccountToPoll(deps, transfer.clientId, accountId),
    })
    return true
  } catch (error) {
    const hasEnded =
      (error instanceof ExchangeFailure && error.kind === 'signInEnded') ||
      (error instanceof ApiError && error.type === 'reconnectRequired')
    if (hasEnded) return false
    throw error
  }
}

async function pollByState(
  deps: TransferDeps,
  pollLimit: PollLimit,
  { transfer, account }: { transfer: Transfer; account: Account },
): Promise<void> {
  if (!(await pollLimit.take(account.exchange))) return postpone(deps, transfer)
  const changed =
    transfer.state === 'Submitted'
      ? await pollAtExchange(deps, transfer, account)
      : transfer.state === 'Confirming'
        ? await pollOnChain(deps, transfer, account)
        : await reconcileTransfer(deps, transfer, account)
  if (!changed) await postpone(deps, transfer)
}

/** Schedules the next poll at the interval of the exchange. */
async function postpone(deps: TransferDeps, transfer: Transfer): Promise<void> {
  const now = deps.now().getTime()
  const ageMs = now - transfer.createdAt.getTime()
  const { pollDelays } = deps.exchanges.byType(transfer.exchangeType)?.recovery ?? { pollDelays: defaultPollDelays }
  const delayMs = pollDelays.findLast(({ fromAgeMs }) => ageMs >= fromAgeMs)?.ms ?? pollDelays[0]?.ms ?? 0
  await deps.database.query
    .updateTable('transfer')
    .set({ next_poll_at: now + delayMs })
    .where('id', '=', transfer.id)
    .where('last_event', '=', transfer.lastEvent)
    .execute()
}
