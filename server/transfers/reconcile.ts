// Recovers a withdrawal whose response was lost or ambiguous. Recovery never sends. The transfer is settled when the exchange
// lists the withdrawal, or when the exchange can no longer accept the request and enough later polls have found none. Until then
// the transfer stays Unknown.

import type { Account } from '../accounts/accounts.ts'
import { withRenewal } from '../accounts/call-account.ts'
import type { RecoveryPolicy } from '../exchanges/recovery-policy.ts'
import type { Withdrawal } from '../exchanges/withdrawal.ts'
import { type Attempt, attemptsOf } from './attempts.ts'
import { isOrdered, type Match, matchWithdrawal } from './fingerprint.ts'
import type { ListedWithdrawal } from './poll-exchange.ts'
import { type PollResult, storePollResult } from './poll-result.ts'
import { termsFromText } from './terms.ts'
import type { TransferDeps } from './transfer-deps.ts'
import type { Transfer, TransferChange } from './transfer-store.ts'
import { isWithdrawalId } from './withdrawal-id.ts'

const beforeFirstSendMs = 60_000

/**
 * A transfer whose request has ended without a stored outcome becomes Unknown, whether or not the exchange is reachable.
 * Returns whether that was stored.
 */
export async function endSubmitting(deps: TransferDeps, transfer: Transfer): Promise<boolean> {
  const last = (await attemptsOf(deps.database.query, transfer.id)).at(-1)
  const now = deps.now()
  // Until then the process that sends may still be waiting for the response.
  if (last !== undefined && now <= last.validUntil) return false
  const event = { kind: 'unknown', detail: { reason: 'no outcome was stored' } }
  return storePollResult(deps, transfer, { state: 'Unknown', nextPollAt: now, event })
}

/** Returns whether anything was stored. Throws an ExchangeFailure if the poll proved nothing. */
export async function reconcileTransfer(deps: TransferDeps, transfer: Transfer, account: Account): Promise<boolean> {
  return storePollResult(deps, transfer, await resultOfSearch(deps, transfer, account))
}

async function resultOfSearch(deps: TransferDeps, transfer: Transfer, account: Account): Promise<PollResult> {
  const attempts = await attemptsOf(deps.database.query, transfer.id)
  const [first, last] = [attempts[0], attempts.at(-1)]
  if (first === undefined || last === undefined) return null
  const requestedAt = deps.now()
  const { equal, possible } = await findCandidates(deps, transfer, { account, first, attempts })
  if (equal.length > 1)
    return { attentionReason: 'several withdrawals at the exchange could be this one', found: equal }
  const [withdrawal] = equal
  if (withdrawal === undefined) {
    if (possible.length > 0)
      return { attentionReason: 'a withdrawal at the exchange equals this one except for its network', found: possible }
    return judgeAbsence(deps, transfer, {
      account,
      requestedAt,
      orderedAt: first.createdAt,
      validUntil: last.validUntil,
    })
  }
  if (await hasRival(deps, transfer, { account, withdrawal })) {
    return {
      attentionReason: 'the withdrawal at the exchange could be that of another open transfer',
      found: [withdrawal],
    }
  }
  return isOurs(deps, withdrawal, { account, transfer, attempt: first })
    ? adopted(deps, withdrawal)
    : { attentionReason: 'the withdrawal under our reference is not the one ordered', found: [withdrawal] }
}

function isOurs(
  { networks }: TransferDeps,
  found: Withdrawal,
  {
    account: { exchange },
    transfer: { terms },
    attempt: { clientReference },
  }: { account: Account; transfer: Transfer; attempt: Attempt },
): boolean {
  if (!isWithdrawalId(found.id)) return false
  // Matched by its fields alone.
  if (exchange.recovery.class === 'match') return true
  return found.clientReference === clientReference && isOrdered(found, terms, networks)
}

interface Candidates {
  equal: Withdrawal[]
  /** Withdrawals with another network, or with a missing or unreadable field (see `Match`). */
  possible: Withdrawal[]
}

/** Withdrawals at the exchange that could be this transfer's: by reference if the exchange has one, otherwise by fields. */
async function findCandidates(
  deps: TransferDeps,
  transfer: Transfer,
  { account, first, attempts }: { account: Account; first: Attempt; attempts: readonly Attempt[] },
): Promise<Candidates> {
  const since = new Date(first.createdAt.getTime() - beforeFirstSendMs)
  const { exchange, externalId } = account
  if (exchange.recovery.class !== 'match') {
    const { clientReference } = first
    const { symbol, networkKey } = transfer.terms
    const found = await withRenewal(deps, account, (credentials) =>
      exchange.findWithdrawal(credentials, externalId, { clientReference, since, symbol, networkKey }),
    )
    return { equal: found === undefined ? [] : [found], possible: [] }
  }
  const pages = await withRenewal(deps, account, (credentials) =>
    exchange.listWithdrawals(credentials, externalId, since),
  )
  // A withdrawal made while the pages were read may appear on two of them.
  const listed = [...new Map(pages.map((entry) => [entry.id, entry])).values()]
  const existingMatches = new Set(attempts.flatMap((attempt) => attempt.existingMatches))
  const fresh = listed.filter(({ id }) => !existingMatches.has(id))
  const alike = fresh
    .map((entry) => ({ entry, match: matchWithdrawal(entry, transfer.terms, deps.networks) }))
    .filter(({ match }) => match !== 'other')
  if (alike.length === 0) return { equal: [], possible: [] }
  const claimed = await deps.database.query
    .selectFrom('transfer')
    .select('withdrawal_id')
    .where('exchange_type', '=', transfer.exchangeType)
    .where(
      'withdrawal_id',
      'in',
      alike.map(({ entry }) => entry.id),
    )
    .execute()
  const free = alike.filter(({ entry }) => !claimed.some((row) => row.withdrawal_id === entry.id))
  const matching = (kind: Match) => free.filter(({ match }) => match === kind).map(({ entry }) => entry)
  return { equal: matching('equal'), possible: matching('possible') }
}

/** Whether another open transfer matches too. The lock on equal transfers prevents this, except for locks of an older version. */
async function hasRival(
  deps: TransferDeps,
  { id, exchangeType }: Transfer,
  { account: { exchange, externalId }, withdrawal }: ListedWithdrawal,
): Promise<boolean> {
  if (exchange.recovery.class !== 'match') return false
  const others = await deps.database.query
    .selectFrom('transfer')
    .innerJoin('account', 'account.id', 'transfer.account_id')
    .select('transfer.terms')
    .where('transfer.exchange_type', '=', exchangeType)
    .where('account.external_id', '=', externalId)
    .where('transfer.state', 'in', ['Submitting', 'Unknown'])
    .where('transfer.withdrawal_id', 'is', null)
    .where('transfer.id', '!=', id)
    .execute()
  return others.some(({ terms }) => matchWithdrawal(withdrawal, termsFromText(terms), deps.networks) === 'equal')
}

function adopted(deps: TransferDeps, { id }: Withdrawal): TransferChange {
  return { state: 'Submitted', withdrawalId: id, attention: null, nextPollAt: deps.now(), event: { kind: 'found' } }
}

/** No withdrawal was found. Counts the poll if absence can be concluded by now. The last counted poll ends the transfer as NotSent. */
async function judgeAbsence(
  deps: TransferDeps,
  transfer: Transfer,
  {
    account,
    requestedAt,
    orderedAt,
    validUntil,
  }: { account: Account; requestedAt: Date; orderedAt: Date; validUntil: Date },
): Promise<PollResult> {
  // A response that took long states what the exchange knew when it was requested.
  const now = requestedAt.getTime()
  const { fenceMs, visibilityMs, historyMs, emptyPolls } = account.exchange.recovery
  // The process that sends may not have sent yet.
  if (transfer.state === 'Submitting') return null
  // The exchange may still accept the request, or may not list the withdrawal yet.
  if (fenceMs === null || now <= validUntil.getTime() + fenceMs + visibilityMs) return null
  if (now > orderedAt.getTime() + historyMs) {
    return { attentionReason: "the order is older than the exchange's history, so a listing cannot prove it absent" }
  }
  if (!(await isFenceIntact(deps, account, transfer))) {
    return {
      attentionReason: 'the settings of the API key or of the account do not let a listing prove the order absent',
    }
  }
  const polls = transfer.emptyPolls + 1
  if (polls < emptyPolls) {
    const nextPollAt = new Date(now + pollIntervalMs(account.exchange.recovery, fenceMs))
    return { state: 'Unknown', emptyPolls: polls, nextPollAt, event: { kind: 'notFound', detail: { looks: polls } } }
  }
  const proved = { errorType: 'transferNotSent', errorData: { name: account.exchange.name } } as const
  const event = { kind: 'notSent', detail: { looks: polls } }
  return { state: 'NotSent', emptyPolls: polls, ...proved, attention: null, nextPollAt: null, event }
}

async function isFenceIntact(deps: TransferDeps, account: Account, { terms }: Transfer): Promise<boolean> {
  const { exchange, externalId } = account
  return (
    exchange.isFenceIntact === undefined ||
    withRenewal(deps, account, async (credentials) => exchange.isFenceIntact?.(credentials, externalId, terms) ?? true)
  )
}

/**
 * Interval between the empty polls that count. The server's clock may have been set forward before or between them, so that less time
 * has passed than it shows. Therefore all intervals but one are as long together as the wait before the first poll. Example: a request
 * of 40 s, a fence of 65 s and a visibility of 900 s make a wait of 1,005 s. Five polls have four intervals of 335 s. If the clock jumps
 * forward during the wait or during one interval, at least three intervals remain, and 3 * 335 s = 1,005 s.
 */
export function pollIntervalMs({ requestMs, visibilityMs, emptyPolls }: RecoveryPolicy, fenceMs: number): number {
  return Math.ceil((requestMs + fenceMs + visibilityMs) / Math.max(1, emptyPolls - 2))
}
