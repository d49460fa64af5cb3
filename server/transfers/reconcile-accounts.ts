// Reads from every exchange account which withdrawals it made in a span of time, and compares them with the transfers. It
// sends nothing and changes no transfer. An account that cannot be read makes the result incomplete.

import { type Account, type AccountDeps, loadAccountToPoll } from '../accounts/accounts.ts'
import { withRenewal } from '../accounts/call-account.ts'
import { ApiError } from '../contract/errors.ts'
import { ExchangeFailure } from '../exchanges/exchange-failure.ts'
import type { Withdrawal } from '../exchanges/withdrawal.ts'
import type { NetworkCatalogue } from '../networks/catalogue.ts'
import { isStorageFailure } from '../storage/storage.ts'
import { isAddressInUse } from './addresses-in-use.ts'
import {
  compareWithdrawals,
  type StrayWithdrawal,
  type TransferWithReference,
  transfersToCompare,
  withdrawalIdsInUse,
} from './compare-withdrawals.ts'
import { type AccountFilter, type ExchangeAccountGroup, exchangeAccounts, type Span } from './exchange-accounts.ts'

/** Shorter than the longest span that any exchange lists at once. */
const windowMs = 29 * 86_400_000
/** The exchange may list a withdrawal with an earlier time than its transfer here. */
const skewMs = 3_600_000
const tries = 3
const betweenTriesMs = 2_000

export interface ReconcileDeps extends AccountDeps {
  networks: NetworkCatalogue
  pause(ms: number): Promise<void>
}

export interface ReadAccount {
  exchangeType: string
  externalId: string
  accountId: string
  /** Who connected it. */
  users: readonly AccountUser[]
}

export interface AccountUser {
  clientId: string
  userId: string
}

/** A request that is about to be made. */
export interface ReadingStep {
  /** From 1. */
  account: number
  accounts: number
  exchangeType: string
  /** From 1. */
  attempt: number
}

interface ReconcileOptions {
  filter: AccountFilter
  /** Accounts that were connected later are not read. */
  connectedBefore: Date
  reading?: (step: ReadingStep) => void
}

export interface Reconciliation {
  accounts: number
  withdrawals: number
  madeElsewhere: number
  strays: (StrayWithdrawal & { account: ReadAccount })[]
  /** At exchanges without a client reference: to addresses that nothing of these clients ever named. */
  notOrderedHere: (StrayWithdrawal & { account: ReadAccount })[]
  unknownToExchange: TransferWithReference[]
  unreadable: (ReadAccount & { reason: string })[]
}

export async function reconcileAccounts(
  deps: ReconcileDeps,
  span: Span,
  { filter, connectedBefore, reading = () => {} }: ReconcileOptions,
): Promise<Reconciliation> {
  const wanted = { since: span.since, connectedBefore, filter }
  const groups = await exchangeAccounts(deps.database.query, deps.exchanges, wanted)
  const result: Reconciliation = {
    accounts: groups.length,
    withdrawals: 0,
    madeElsewhere: 0,
    strays: [],
    notOrderedHere: [],
    unknownToExchange: [],
    unreadable: [],
  }
  for (const [index, group] of groups.entries()) {
    const step = { account: index + 1, accounts: groups.length, exchangeType: group.exchangeType }
    const trying = (attempt: number) => reading({ ...step, attempt })
    await reconcileGroup({ ...deps, trying }, span, { group, result })
  }
  return result
}

interface GroupDeps extends ReconcileDeps {
  /** Called before each attempt to read the account. */
  trying(attempt: number): void
}

async function reconcileGroup(
  deps: GroupDeps,
  span: Span,
  { group, result }: { group: ExchangeAccountGroup; result: Reconciliation },
): Promise<void> {
  const { exchangeType, externalId, rows } = group
  const place = { exchangeType, externalId, accountId: rows[0]?.accountId ?? '', users: usersOf(group) }
  const read = await readGroup(deps, group, (account) => withdrawalsOf(deps, account, span))
  if ('reason' in read) {
    result.unreadable.push({ ...place, reason: read.reason })
    return
  }
  const { account, value: listed } = read
  // After the exchange's list: the transfer of every withdrawal on it was written before.
  const accountIds = rows.map((row) => row.accountId)
  const transfers = await transfersToCompare(deps.database.query, accountIds, span)
  const compared = compareWithdrawals(listed, transfers, {
    recoveryClass: account.exchange.recovery.class,
    span,
    networks: deps.networks,
  })
  result.withdrawals += compared.withdrawals
  result.madeElsewhere += compared.madeElsewhere
  const ids = compared.strays.map(({ withdrawal }) => withdrawal.id)
  const used = await withdrawalIdsInUse(deps.database.query, exchangeType, ids)
  const users = { ...deps, query: deps.database.query, clientIds: rows.map(({ clientId }) => clientId) }
  for (const stray of compared.strays) {
    if (stray.transfer === null && used.has(stray.withdrawal.id)) continue
    const hasReference = account.exchange.recovery.class !== 'match' || stray.transfer !== null
    const mayBeOurs = hasReference || (await isAddressInUse(users, stray.withdrawal.address))
    result[mayBeOurs ? 'strays' : 'notOrderedHere'].push({ ...stray, account: place })
  }
  for (const transfer of compared.unlisted) {
    const found = await isKnown(deps, group, transfer)
    if (found === false) result.unknownToExchange.push(transfer)
    if (typeof found === 'string') result.unreadable.push({ ...place, reason: found })
  }
}

function usersOf({ rows }: ExchangeAccountGroup): AccountUser[] {
  const users = rows.map(({ clientId, userId }) => ({ clientId, userId }))
  return [...new Map(users.map((user) => [JSON.stringify(user), user])).values()]
}

/** Whole or not at all; in parts, since exchanges list a limited span at once. */
async function withdrawalsOf(deps: GroupDeps, account: Account, { since, until }: Span): Promise<Withdrawal[]> {
  const { exchange, externalId } = account
  const listed: Withdrawal[] = []
  for (let from = since.getTime() - skewMs; from < until.getTime(); from += windowMs) {
    const part = await withRenewal(deps, account, (credentials) =>
      exchange.listWithdrawals(credentials, externalId, new Date(from)),
    )
    listed.push(...part)
  }
  return listed
}

/** Whether the exchange knows it by its id or reference; a sentence where that could not be read. */
async function isKnown(
  deps: GroupDeps,
  group: ExchangeAccountGroup,
  transfer: TransferWithReference,
): Promise<boolean | string> {
  const { withdrawalId, clientReference, createdAt, validUntil, terms } = transfer
  const read = await readGroup(deps, group, (account) =>
    withRenewal(deps, account, async (credentials) => {
      const { exchange, externalId } = account
      const isYoung = deps.now().getTime() <= validUntil.getTime() + exchange.recovery.visibilityMs
      if (withdrawalId !== null)
        return (await exchange.getWithdrawal(credentials, externalId, withdrawalId)) !== undefined
      if (isYoung) return true
      if (exchange.recovery.class === 'match') return false
      const since = new Date(createdAt.getTime() - skewMs)
      const { symbol, networkKey } = terms
      const order = { clientReference, since, symbol, networkKey }
      return (await exchange.findWithdrawal(credentials, externalId, order)) !== undefined
    }),
  )
  return 'reason' in read ? read.reason : read.value
}

type Read<T> = { account: Account; value: T } | { reason: string }

/** By the first sign-in of the account that still works. */
async function readGroup<T>(
  deps: GroupDeps,
  { exchangeType, rows }: ExchangeAccountGroup,
  read: (account: Account) => Promise<T>,
): Promise<Read<T>> {
  if (deps.exchanges.byType(exchangeType) === undefined) return { reason: 'this server does not offer the exchange' }
  let reason = ''
  for (const { accountId, clientId } of rows) {
    try {
      const account = await loadAccountToPoll(deps, clientId, accountId)
      return { account, value: await retryRead(deps, () => read(account)) }
    } catch (error) {
      if (isStorageFailure(error)) throw error
      reason ||= reasonOf(error)
    }
  }
  return { reason }
}

async function retryRead<T>(deps: GroupDeps, read: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    deps.trying(attempt)
    try {
      return await read()
    } catch (error) {
      const isFinal = !(error instanceof ExchangeFailure) || /^(signInEnded|rejected)$/.test(error.kind)
      if (isFinal || attempt === tries) throw error
      await deps.pause(betweenTriesMs * attempt)
    }
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof ApiError) return error.type === 'reconnectRequired' ? signInOver : error.message
  if (error instanceof ExchangeFailure) return error.kind === 'signInEnded' ? signInOver : reasons[error.kind]
  return 'its credentials do not open with these MASTER_KEYS, or its response could not be read'
}

const signInOver = 'the sign-in has ended, and the exchange must be read by hand'
const reasons: Record<ExchangeFailure['kind'], string> = {
  unreachable: 'the exchange cannot be reached',
  timeout: 'the exchange did not respond in time',
  unavailable: 'the exchange gave no complete list',
  rateLimited: 'the exchange allows no more requests for now',
  signInEnded: signInOver,
  rejected: 'the exchange refused the request',
}
