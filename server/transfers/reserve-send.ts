// Reserves the one send of an attempt: one database transaction spends the preview and stores the transfer and its attempt. Only the
// execute that has written them may send.

import { hash } from 'node:crypto'
import type { Account } from '../accounts/accounts.ts'
import { callAccount } from '../accounts/call-account.ts'
import { ApiError } from '../contract/errors.ts'
import { lockSession } from '../links/moved-sessions.ts'
import { lockRowsShared } from '../storage/dialect.ts'
import { LostRace } from '../storage/lost-race.ts'
import { preparedStatement } from '../storage/prepared-statement.ts'
import { changedOne, inTransaction, type Query } from '../storage/storage.ts'
import { attemptsOf, insertAttempt } from './attempts.ts'
import { enforceLimits } from './enforce-limits.ts'
import { fingerprintOf, matchWithdrawal } from './fingerprint.ts'
import { anyLimit } from './operator-limits.ts'
import type { Preview } from './preview-store.ts'
import { awaitsCode, maximumWrongCodes, providesRequiredAction, type UserInput } from './required-action.ts'
import type { ReservedSend } from './send-withdrawal.ts'
import { isNotPaused, refuseIfPaused, type SenderScopes, scopesOf } from './sending-pause.ts'
import { throwShuttingDown, unlessShuttingDown } from './shutdown.ts'
import type { TransferDeps } from './transfer-deps.ts'
import type { PollTimes } from './transfer-store.ts'
import { changeTransfer, insertTransfer, type Transfer, transferOfPreview } from './transfer-store.ts'

/** How soon another process polls a transfer whose process died during the request. */
const firstPollMs = 5_000
const listedBeforeMs = 3_600_000

/** The caller that ordered a transfer. Stored with it. */
export interface OrderContext {
  sessionId: string | null
  linkId: string | null
  /** The user who orders, if the account was connected for another user. */
  userId?: string
  transactionId: string | null
}

/** The data that one execute writes. */
interface Reservation {
  request: OrderContext
  preview: Preview
  account: Account
  input: UserInput
}

/** Returns null if another execute was faster, the preview has expired, or its wrong codes are used up. */
export async function reserveSend(deps: TransferDeps, reservation: Reservation): Promise<ReservedSend | null> {
  const { preview, account } = reservation
  const existingMatches = await unlessShuttingDown(deps, listExistingMatches(deps, account, preview), throwShuttingDown)
  const now = deps.now()
  const validUntil = new Date(now.getTime() + account.exchange.recovery.requestMs)
  let written: ReservedSend | undefined
  try {
    return await inTransaction(deps.database, async (query) => {
      // The first statement locks the preview's row, so concurrent executes wait here.
      const isLimited = await spendPreview(query, reservation, now)
      const transfer = await openTransfer(deps, query, { ...reservation, now })
      const earlier = preview.isSpent ? await attemptsOf(query, transfer.id) : []
      // All sends of a transfer share one reference: after a code, the exchange gets the same request again.
      const clientReference = earlier[0]?.clientReference ?? deps.newId()
      const attempt = { n: earlier.length + 1, clientReference, validUntil }
      const digest = digestOf(preview, clientReference)
      await insertAttempt(query, { ...attempt, transferId: transfer.id, digest, existingMatches }, now)
      if (isLimited) await enforceLimits(deps, query, { preview, transfer, now })
      written = { transfer, attempt }
      return written
    })
  } catch (error) {
    if (error instanceof LostRace) return null
    if (written === undefined || !(await isCommitted(deps, written.transfer))) throw error
    return written
  }
}

/**
 * The response to a commit can be lost after the commit took effect. A transfer with the id that this execute generated is its
 * own to send. A transfer that waited for a code may have been written by another execute.
 *
 * The primary may show a transfer that its synchronous standby lacks. An acknowledged update of the same row proves that the standby
 * has both: it receives all changes in order.
 */
async function isCommitted({ database }: TransferDeps, { id, lastEvent }: Transfer): Promise<boolean> {
  if (lastEvent !== 1) return false
  const unchanged = database.query.updateTable('transfer').where('id', '=', id).where('last_event', '=', 1)
  const rewritten = unchanged.set({ last_event: 1 }).executeTakeFirstOrThrow()
  return rewritten.then(changedOne, () => false)
}

async function listExistingMatches(deps: TransferDeps, account: Account, { terms }: Preview): Promise<string[]> {
  if (account.exchange.recovery.class !== 'match') return []
  const since = new Date(deps.now().getTime() - listedBeforeMs)
  const listed = await callAccount(deps, account, (credentials) =>
    account.exchange.listWithdrawals(credentials, account.externalId, since),
  )
  return listed
    .filter((withdrawal) => matchWithdrawal(withdrawal, terms, deps.networks) !== 'other')
    .map((withdrawal) => withdrawal.id)
}

interface Spending extends SenderScopes {
  previewId: string
  clientId: string
  now: number
  /** How many codes are tried: 0 or 1. */
  codes: number
}

function spending(query: Query, { previewId, clientId, now, codes, ...scopes }: Spending) {
  return (
    query
      .updateTable('preview')
      // Count before the code is tried, so that neither a crash nor a race allows another guess.
      .set((column) => ({ spent_at: now, wrong_codes: column('wrong_codes', '+', codes) }))
      .where('id', '=', previewId)
      .where('expires_at', '>', now)
      .where('wrong_codes', '<', maximumWrongCodes)
      .where(isNotPaused(scopes))
      .returning(anyLimit(clientId))
  )
}

// Of concurrent executes one spends the preview, so this one need not search for a transfer of another.
const spendUnspent = preparedStatement((query, preview: Spending) =>
  spending(query, preview).where('spent_at', 'is', null),
)
const spendAgain = preparedStatement(spending)

/**
 * Runs once for each execute that may send, so a transfer that waits for a code spends its preview several times. Returns whether the
 * operator limits the client.
 */
async function spendPreview(query: Query, { preview, account, input }: Reservation, now: Date): Promise<boolean> {
  const { id: previewId, clientId } = preview
  const sender = { clientId, exchangeType: account.exchange.type }
  const codes = input.mfaCode === null ? 0 : 1
  const spend = preview.isSpent ? spendAgain : spendUnspent
  const { rows } = await spend(query, { previewId, clientId, now: now.getTime(), codes, ...scopesOf(sender) })
  if (rows[0] !== undefined) return rows[0].limit !== null
  await refuseIfPaused(query, sender)
  throw new LostRace()
}

async function openTransfer(
  deps: TransferDeps,
  query: Query,
  reservation: Reservation & { now: Date },
): Promise<Transfer> {
  const { request, preview, account, input, now } = reservation
  const nextPollAt = new Date(now.getTime() + firstPollMs)
  if (request.sessionId !== null) await lockSession(query, request.sessionId)
  await lockSignIn(query, account)
  const existing = preview.isSpent ? await transferOfPreview(query, preview.id) : undefined
  if (existing === undefined) return createTransfer(deps, query, { ...reservation, nextPollAt })
  // Only the required action allows another send.
  if (!providesRequiredAction(existing, input)) throw new LostRace()
  // The lock was free while the transfer waited for a code, so an equal transfer may hold it now.
  const fingerprint = fingerprintOf(account, preview.terms, deps.networks)
  await refuseTwin(query, { fingerprint, clientId: preview.clientId })
  const event = { kind: awaitsCode(existing) ? 'codeEntered' : 'confirmed' }
  const change = { state: 'Submitting', fingerprint, nextPollAt, event } as const
  const changed = await changeTransfer(query, existing, { change, now })
  if (changed === null) throw new LostRace()
  return changed
}

const signInToLock = preparedStatement((query, { id }: { id: string }) =>
  lockRowsShared(query, query.selectFrom('sign_in').select('ended_at').where('id', '=', id)),
)

/** Ending a sign-in waits until the transfer is stored. If the sign-in ended first, nothing is sent. */
export async function lockSignIn(query: Query, { signInId, exchange }: Account): Promise<void> {
  const [signIn] = (await signInToLock(query, { id: signInId })).rows
  if (signIn === undefined || signIn.ended_at !== null) throw new ApiError('reconnectRequired', { name: exchange.name })
}

async function createTransfer(
  deps: TransferDeps,
  query: Query,
  { request, preview, account, now, nextPollAt }: Reservation & PollTimes,
): Promise<Transfer> {
  const { linkId, transactionId, userId } = request
  const { id: previewId, clientId, accountId, terms } = preview
  const fingerprint = fingerprintOf(account, terms, deps.networks)
  await refuseTwin(query, { fingerprint, clientId })
  const columns = { previewId, clientId, accountId, linkId, transactionId, terms, fingerprint }
  const transfer = {
    ...columns,
    id: deps.newId(),
    userId: userId ?? account.userId,
    exchangeType: account.exchange.type,
  }
  return insertTransfer(query, transfer, { now, nextPollAt })
}

/** The error names the other transfer only to its own client. */
async function refuseTwin(
  query: Query,
  { fingerprint, clientId }: { fingerprint: string | null; clientId: string },
): Promise<void> {
  if (fingerprint === null) return
  const select = query.selectFrom('transfer').select(['id', 'client_id']).where('fingerprint', '=', fingerprint)
  const twin = await select.executeTakeFirst()
  if (twin === undefined) return
  throw new ApiError('duplicateTransferInProgress', twin.client_id === clientId ? { transferId: twin.id } : {})
}

/** Hash of the order that the attempt sends. The server only stores it: it proves to an operator which order was sent. */
function digestOf({ terms }: Preview, clientReference: string): string {
  const { networkKey, symbol, toAddress, addressTag, amount } = terms
  const order = [clientReference, networkKey, symbol, toAddress, addressTag, amount.toString()]
  return hash('sha256', JSON.stringify(order), 'hex')
}
