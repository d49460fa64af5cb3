// Executes a preview at most once. Before the request leaves, one database transaction spends the preview and stores the
// transfer and its attempt. From then on the same previewId always returns the same transfer.

import { createHash } from 'node:crypto'
import { type Account, loadAccount } from '../accounts/accounts.ts'
import { callAccount } from '../accounts/call-account.ts'
import { ApiError } from '../contract/errors.ts'
import { holdSession } from '../links/moved-sessions.ts'
import { checkDestination, networkOf } from '../risk/risk-check.ts'
import { holdRows } from '../storage/dialect.ts'
import { changedOne, inTransaction, type Query } from '../storage/storage.ts'
import { attemptsOf, insertAttempt } from './attempts.ts'
import { endPreview } from './end-preview.ts'
import { type Extra, readExtra } from './extra-fields.ts'
import { fingerprintOf, matchWithdrawal } from './fingerprint.ts'
import { limitMfaAttempts } from './limit-mfa-attempts.ts'
import { checkSendable } from './preview.ts'
import { loadPreview, type Preview, type PreviewOwner, reloadPreview } from './preview-store.ts'
import { type ExecuteResult, type ReservedSend, replay, sendWithdrawal } from './send-withdrawal.ts'
import { unlessShuttingDown } from './shutdown.ts'
import type { TransferDeps } from './transfer-deps.ts'
import { changeTransfer, insertTransfer, type Transfer, transferById, transferOfPreview } from './transfer-store.ts'
import { awaitsCode, isStillRequired, maximumWrongCodes, providesRequiredAction, type UserInput } from './user-step.ts'
import { withdrawalOptions } from './withdrawal-options.ts'

const concurrentPollMs = 100
/** How soon another process polls a transfer whose process died during the request. */
const firstPollMs = 5_000
const listedBeforeMs = 3_600_000

export interface ExecuteOrder {
  sessionId: string | null
  mfaCode: string | null
  /** Values for the fields that the exchange requires by law. */
  extra?: Extra
  linkId: string | null
  /** The user who orders, if the account was connected for another user. */
  userId?: string
  transactionId: string | null
}

export interface ExecuteRequest extends ExecuteOrder, PreviewOwner {
  sessionId: string | null
  previewId: string
}

/** Throws an ApiError only if nothing was sent; the preview is then unchanged. */
export async function executeTransfer(deps: TransferDeps, request: ExecuteRequest): Promise<ExecuteResult> {
  return executeLoaded(deps, request, await loadPreview(deps, request, request.previewId))
}

/** As `executeTransfer`, for a preview that the caller has loaded by its owner. */
export async function executeLoaded(
  deps: TransferDeps,
  request: ExecuteOrder,
  preview: Preview,
): Promise<ExecuteResult> {
  const own = { sends: false }
  try {
    return await executePreview(deps, request, { found: preview, own })
  } catch (error) {
    // The exchange's response to this send is the result, even if storing it failed.
    if (own.sends) throw error
    const existing = await awaitConcurrentExecute(deps, await transferOfPreview(deps.database.query, preview.id))
    // If another execute has already sent this preview, return its transfer instead of this error.
    if (existing === undefined || existing.state === 'RequiresAction') throw error
    return replay(existing, preview)
  }
}

async function executePreview(
  deps: TransferDeps,
  request: ExecuteOrder,
  { found, own }: { found: Preview; own: { sends: boolean } },
): Promise<ExecuteResult> {
  const existing = await awaitConcurrentExecute(deps, await transferOfPreview(deps.database.query, found.id))
  // Read again: the concurrent execute may have counted a code, or given an attempt back.
  const preview = existing === undefined ? found : await reloadPreview(deps, found)
  if (existing !== undefined && existing.state !== 'RequiresAction') return replay(existing, preview)
  if (preview.expiresAt <= deps.now()) return expire(deps, preview)
  if (preview.wrongCodes >= maximumWrongCodes) throw new ApiError('mfaLocked')
  const given = { mfaCode: request.mfaCode?.trim() || null, extra: request.extra ?? {} }
  if (existing !== undefined && !providesRequiredAction(existing, given)) return replay(existing, preview)
  const mfaCode = cleanCode(request.mfaCode, existing !== undefined && awaitsCode(existing))

  const account = await loadAccount(deps, preview.clientId, preview.accountId)
  const input = { mfaCode, extra: readExtra(account.exchange.extraFields ?? [], request.extra) }
  if (existing !== undefined) {
    const waits = asUnavailable(account, () => isStillRequired(deps, account, existing))
    if (await unlessShuttingDown(deps, waits, throwShuttingDown)) return replay(existing, preview)
  }
  const checks = asUnavailable(account, () => repeatChecks(deps, account, preview))
  await unlessShuttingDown(deps, checks, throwShuttingDown)
  return limitMfaAttempts(deps, account, {
    mfaCode,
    send: async () => {
      const reserved = await reserve(deps, { request, preview, account, input })
      own.sends = reserved !== null
      if (reserved !== null) return sendWithdrawal(deps, account, { send: reserved, input })
      const winner = await awaitConcurrentExecute(deps, await transferOfPreview(deps.database.query, preview.id))
      if (winner === undefined) return expire(deps, preview)
      // Read again: the winner has counted its own code.
      return replay(winner, await reloadPreview(deps, preview))
    },
  })
}

function throwShuttingDown(): never {
  throw new ApiError('shuttingDown')
}

/** Returns the transfer if another execute was faster. */
async function expire(deps: TransferDeps, preview: Preview): Promise<ExecuteResult> {
  const existing = await endPreview(deps, preview.id)
  if (existing === undefined) throw new ApiError('previewExpired')
  return replay(existing, preview)
}

/**
 * Waits for a transfer that another execute is sending. Its result, such as a required code, is the result of this execute
 * too. Waits no longer than that send can last.
 */
async function awaitConcurrentExecute(
  deps: TransferDeps,
  transfer: Transfer | undefined,
): Promise<Transfer | undefined> {
  const limitMs = deps.exchanges.byType(transfer?.exchangeType ?? '')?.recovery.requestMs ?? 0
  let seen = transfer
  for (let polls = 0; seen?.state === 'Submitting' && polls < limitMs / concurrentPollMs; polls++) {
    if (deps.shutdownSignal?.aborted) break
    await deps.pause(concurrentPollMs)
    seen = await transferOfPreview(deps.database.query, seen.previewId)
  }
  return seen
}

/** Before the send, a failing exchange counts as unavailable; the preview stays valid. */
async function asUnavailable<T>({ exchange }: Account, call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    const isOutage = error instanceof ApiError && ['exchangeError', 'exchangeTimeout'].includes(error.type)
    throw isOutage ? new ApiError('exchangeUnavailable', { name: exchange.name }) : error
  }
}

// Users type codes in groups; exchanges expect digits only. A code that is not required is passed on if it has a code's form.
function cleanCode(typed: string | null, isRequired: boolean): string | null {
  const code = typed?.replace(/[\s-]/g, '') ?? ''
  if (code === '') return null
  if (/^[0-9A-Za-z]{4,10}$/.test(code)) return code
  if (isRequired) throw new ApiError('invalidMfaCodeFormat', { field: 'mfaCode' })
  return null
}

/** Repeats the risk check with the exchange's current balance and limits and the previewed fees. */
export async function repeatChecks(deps: TransferDeps, account: Account, preview: Preview): Promise<void> {
  const { id: previewId, terms } = preview
  const { networkId, symbol, toAddress: address, addressTag } = terms
  const network = networkOf(deps.networks, networkId, 'NetworkId')
  const given = { networkId, symbol, address, addressTag }
  const requester = account
  const destination = await checkDestination(deps, { requester, network, given, allowed: null, field: 'ToAddress' })
  const holdings = await callAccount(deps, account, (credentials) =>
    account.exchange.holdings(credentials, account.externalId),
  )
  const holding = holdings.find((entry) => entry.symbol === symbol)
  if (holding === undefined) {
    throw new ApiError('insufficientBalance', { available: '0', symbol, network: network.name, maximum: '0' })
  }
  const known = withdrawalOptions(deps.networks, holding).find((route) => route.network.id === networkId)
  if (known === undefined) throw new ApiError('networkNotEligible', { symbol, network: network.name })
  const { networkFee, exchangeFee, gas: { deposit } = {} } = terms
  const { gas } = known.route
  // The cost of creating the recipient's account is not part of the quoted fee.
  const withDeposit = gas && deposit && { gas: { ...gas, fee: gas.fee.add(deposit) } }
  const route = { ...known.route, networkFee, exchangeFee, ...withDeposit }
  const fromAddresses = [terms.fromAddress, route.fromAddress]
  const option = { ...known, route }
  const { amount } = terms
  await checkSendable(deps, { account, previewId, holding, option, destination, amount, fromAddresses })
}

/** Rolls back a database transaction that lost against another execute. */
class LostRace extends Error {}

/** One execute, once it may be written. */
interface Execution {
  request: ExecuteOrder
  preview: Preview
  account: Account
  input: UserInput
}

/** Returns null if another execute was faster or the preview has expired. */
async function reserve(deps: TransferDeps, execution: Execution): Promise<ReservedSend | null> {
  const { preview, account, input } = execution
  const knownBefore = await unlessShuttingDown(deps, listExistingMatches(deps, account, preview), throwShuttingDown)
  const now = deps.now()
  const validUntil = new Date(now.getTime() + account.exchange.recovery.requestMs)
  let written: ReservedSend | undefined
  try {
    return await inTransaction(deps.database, async (query) => {
      // The first statement locks the preview's row, so concurrent executes wait here.
      await spendPreview(query, preview, { mfaCode: input.mfaCode, now })
      const transfer = await openTransfer(deps, query, { ...execution, now })
      const earlier = await attemptsOf(query, transfer.id)
      // All sends of a transfer share one reference: after a code, the exchange gets the same request again.
      const clientReference = earlier[0]?.clientReference ?? deps.newId()
      const attempt = { n: earlier.length + 1, clientReference, validUntil }
      const digest = digestOf(preview, clientReference)
      await insertAttempt(query, { ...attempt, transferId: transfer.id, digest, knownBefore }, now)
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
 */
async function isCommitted({ database }: TransferDeps, { id, lastEvent }: Transfer): Promise<boolean> {
  if (lastEvent !== 1) return false
  const stored = await transferById(database.query, id).catch(() => undefined)
  return stored?.lastEvent === 1
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

async function spendPreview(
  query: Query,
  preview: Preview,
  { mfaCode, now }: { mfaCode: string | null; now: Date },
): Promise<void> {
  const spent = await query
    .updateTable('preview')
    .set((column) => ({
      spent_at: now.getTime(),
      // Count before the code is tried, so that neither a crash nor a race allows another guess.
      wrong_codes: mfaCode === null ? column.ref('wrong_codes') : column('wrong_codes', '+', 1),
    }))
    .where('id', '=', preview.id)
    .where('expires_at', '>', now.getTime())
    .where('wrong_codes', '<', maximumWrongCodes)
    .executeTakeFirstOrThrow()
  if (!changedOne(spent)) throw new LostRace()
}

async function openTransfer(deps: TransferDeps, query: Query, execution: Execution & { now: Date }): Promise<Transfer> {
  const { request, preview, account, input, now } = execution
  const nextPollAt = new Date(now.getTime() + firstPollMs)
  if (request.sessionId !== null) await holdSession(query, request.sessionId)
  await holdSignIn(query, account)
  const existing = await transferOfPreview(query, preview.id)
  if (existing === undefined) return createTransfer(deps, query, { ...execution, nextPollAt })
  // Only the required action allows another send.
  if (!providesRequiredAction(existing, input)) throw new LostRace()
  // The lock was free while the transfer waited for a code, so an equal transfer may hold it now.
  const fingerprint = fingerprintOf(account, preview.terms, deps.networks)
  await refuseTwin(query, fingerprint)
  const event = { kind: awaitsCode(existing) ? 'codeEntered' : 'confirmed' }
  const change = { state: 'Submitting', fingerprint, nextPollAt, event } as const
  const changed = await changeTransfer(query, existing, { change, now })
  if (changed === null) throw new LostRace()
  return changed
}

/** Ending a sign-in waits until the transfer is stored. If the sign-in ended first, nothing is sent. */
export async function holdSignIn(query: Query, { signInId, exchange }: Account): Promise<void> {
  const select = query.selectFrom('sign_in').select('ended_at').where('id', '=', signInId)
  const { ended_at } = await holdRows(query, select).executeTakeFirstOrThrow()
  if (ended_at !== null) throw new ApiError('reconnectRequired', { name: exchange.name })
}

async function createTransfer(
  deps: TransferDeps,
  query: Query,
  { request, preview, account, now, nextPollAt }: Execution & { now: Date; nextPollAt: Date },
): Promise<Transfer> {
  const { linkId, transactionId, userId } = request
  const { id: previewId, clientId, accountId, terms } = preview
  const fingerprint = fingerprintOf(account, terms, deps.networks)
  await refuseTwin(query, fingerprint)
  const columns = { previewId, clientId, accountId, linkId, transactionId, terms, fingerprint }
  const transfer = {
    ...columns,
    id: deps.newId(),
    userId: userId ?? account.userId,
    exchangeType: account.exchange.type,
  }
  return insertTransfer(query, transfer, { now, nextPollAt })
}

async function refuseTwin(query: Query, fingerprint: string | null): Promise<void> {
  if (fingerprint === null) return
  const twin = await query.selectFrom('transfer').select('id').where('fingerprint', '=', fingerprint).executeTakeFirst()
  if (twin !== undefined) throw new ApiError('duplicateTransferInProgress', { transferId: twin.id })
}

function digestOf({ terms }: Preview, clientReference: string): string {
  const { networkKey, symbol, toAddress, addressTag, amount } = terms
  return createHash('sha256')
    .update(JSON.stringify([clientReference, networkKey, symbol, toAddress, addressTag, amount.toString()]))
    .digest('hex')
}
