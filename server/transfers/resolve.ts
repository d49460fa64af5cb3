// Lets an operator end a transfer whose outcome the server could not prove, with evidence that is stored in the timeline.

import { ApiError } from '../contract/errors.ts'
import { type ExchangeRegistry, isSelfCustody } from '../exchanges/registry.ts'
import { inTransaction, isUniqueViolation } from '../storage/storage.ts'
import { type Attempt, attemptsOf } from './attempts.ts'
import { hashedProof, hasProvedAnother, proofOf } from './payment-proof.ts'
import type { TransferDeps } from './transfer-deps.ts'
import { operatorMayMove, type TransferState } from './transfer-status.ts'
import { changeTransfer, type Transfer, type TransferChange, transferById } from './transfer-store.ts'
import { isWithdrawalId } from './withdrawal-id.ts'

export type Resolution =
  /** The exchange did make the withdrawal. The server polls it from here on. */
  | { kind: 'sent'; withdrawalId: string }
  /** The exchange, or the user's wallet, did not send it and no longer can. */
  | { kind: 'notSent' }
  /** The recipient was paid, by this transaction. */
  | { kind: 'succeeded'; hash: string }
  /** The exchange made the withdrawal, and the funds are back in the account. */
  | { kind: 'returned' }

interface ResolveRequest {
  transferId: string
  resolution: Resolution
  /** The operator's evidence: the observation, its source and its observer. */
  evidence: string
  operator: string
}

type ResolveDeps = Pick<TransferDeps, 'database' | 'now' | 'networks'> & { exchanges: ExchangeRegistry }

const stateAfter = {
  sent: 'Submitted',
  notSent: 'NotSent',
  succeeded: 'Succeeded',
  returned: 'Returned',
} as const satisfies Record<Resolution['kind'], TransferState>

/** How long a request may still take effect if the exchange has no fence or is not installed. */
const unfencedMs = 86_400_000
/** How long a polled transfer is reserved for the server, unless the server has requested an operator. */
const polledMs = 86_400_000

/**
 * Throws `transferNotFound`; `invalidField` unless the resolution fits the transfer now, evidence is given, and the withdrawal or
 * the payment is not another transfer's.
 */
export async function resolveTransfer(deps: ResolveDeps, request: ResolveRequest): Promise<Transfer> {
  const { transferId, resolution, evidence, operator } = request
  const transfer = await transferById(deps.database.query, transferId)
  if (transfer === undefined) throw new ApiError('transferNotFound')
  const { kind } = resolution
  if (!operatorMayMove(transfer.state, stateAfter[kind])) throw unfit(`is ${transfer.state}, which cannot be ${kind}`)
  await refuseTooEarly(deps, transfer, kind)
  if (evidence.trim().length < 10) {
    throw new ApiError('invalidField', {
      field: 'evidence',
      problem: 'must say in a sentence what was seen, and where',
    })
  }
  const event = { kind: 'resolvedByOperator', detail: { resolution: kind, evidence, operator } }
  const outcome = outcomeOf(deps, transfer, resolution)
  const change: TransferChange = { ...outcome, attention: null, event, byOperator: true }
  // An erased transfer stores only the hash of its proof, which the unique index does not compare.
  if (outcome.proof && (await hasProvedAnother(deps.database.query, outcome.proof)))
    throw await ofAnother(deps, transfer, outcome)
  const written = inTransaction(deps.database, (query) => changeTransfer(query, transfer, { change, now: deps.now() }))
  const changed = await written.catch(async (error: unknown) => {
    throw isUniqueViolation(error) ? await ofAnother(deps, transfer, outcome) : error
  })
  if (changed === null) throw unfit('has changed meanwhile: read it again')
  return changed
}

async function refuseTooEarly(deps: ResolveDeps, transfer: Transfer, kind: Resolution['kind']): Promise<void> {
  const { state } = transfer
  const hasFailed = kind === 'notSent' || kind === 'returned'
  const isPolled = state !== 'Submitting' && state !== 'Unknown' && state !== 'RequiresAction'
  if (isPolled) refusePolled(deps, transfer)
  if (isSelfCustody(transfer.exchangeType)) {
    return hasFailed ? refuseUntil(deps, { from: transfer.createdAt, ms: unfencedMs, where: 'network' }) : undefined
  }
  if (isPolled) return
  const last = (await attemptsOf(deps.database.query, transfer.id)).at(-1)
  if (hasFailed) refuseUntil(deps, { from: requestOver(last), ms: fenceOf(deps, transfer), where: 'exchange' })
  else if (state === 'Submitting') refuseUntil(deps, { from: requestOver(last), ms: 0, where: 'exchange' })
}

function refusePolled(deps: ResolveDeps, { attention, createdAt }: Transfer): void {
  const overAt = new Date(createdAt.getTime() + polledMs)
  if (attention !== null || deps.now() > overAt) return
  throw unfit(`is polled and needs no operator, until ${overAt.toISOString()}`)
}

/** Refuses NotSent while the exchange, or the user's wallet, may still send. */
function refuseUntil(
  deps: ResolveDeps,
  { from, ms, where }: { from: Date; ms: number; where: 'network' | 'exchange' },
): void {
  const overAt = new Date(from.getTime() + ms)
  if (deps.now() > overAt) return
  throw unfit(`has a request that may still reach the ${where}, until ${overAt.toISOString()}`)
}

function requestOver(last: Attempt | undefined): Date {
  return last?.validUntil ?? new Date(0)
}

function fenceOf(deps: ResolveDeps, { exchangeType }: Transfer): number {
  return deps.exchanges.byType(exchangeType)?.recovery.fenceMs ?? unfencedMs
}

function outcomeOf(deps: ResolveDeps, transfer: Transfer, resolution: Resolution): Omit<TransferChange, 'event'> {
  const { terms } = transfer
  const state = stateAfter[resolution.kind]
  const errorData = { name: terms.fromName }
  switch (resolution.kind) {
    case 'sent':
      if (!isWithdrawalId(resolution.withdrawalId))
        throw invalid('withdrawalId', 'must be the id that the exchange gave')
      return { state, withdrawalId: resolution.withdrawalId, nextPollAt: deps.now() }
    case 'notSent':
      return { state, errorType: 'transferNotSent', errorData, nextPollAt: null }
    case 'succeeded': {
      const hash = hashOf(deps, transfer, resolution.hash)
      return { state, errorType: null, errorData: {}, hash, proof: proofOf(terms, hash), nextPollAt: null }
    }
    case 'returned':
      return { state, errorType: 'transferReturned', errorData, nextPollAt: null }
  }
}

/** One spelling of each transaction, so that none proves two transfers. An exchange may pay inside its own books, without a hash. */
function hashOf(deps: ResolveDeps, { terms, exchangeType }: Transfer, text: string): string {
  const isEvm = deps.networks.byId(terms.networkId)?.isEvm ?? false
  if (isEvm && /^0x[0-9a-f]{64}$/i.test(text)) return text.toLowerCase()
  const isHash = isSelfCustody(exchangeType)
    ? !isEvm && /^[1-9A-HJ-NP-Za-km-z]{64,88}$/.test(text)
    : isWithdrawalId(text)
  if (!isHash) throw invalid('hash', `must be the hash of a transaction on ${terms.networkName}`)
  return text
}

/** A withdrawal, and a payment, belong to one transfer: a unique index refuses the second. */
async function ofAnother(
  { database }: ResolveDeps,
  { exchangeType }: Transfer,
  { withdrawalId, proof }: Omit<TransferChange, 'event'>,
): Promise<ApiError> {
  const select = database.query.selectFrom('transfer').select('id')
  const other =
    withdrawalId === undefined
      ? select.where('proof', 'in', [proof ?? '', hashedProof(proof ?? '')])
      : select.where('exchange_type', '=', exchangeType).where('withdrawal_id', '=', withdrawalId)
  const { id } = await other.executeTakeFirstOrThrow()
  return invalid(withdrawalId === undefined ? 'hash' : 'withdrawalId', `belongs to transfer ${id} already`)
}

function unfit(problem: string): ApiError {
  return invalid('transferId', `names a transfer that ${problem}`)
}

function invalid(field: string, problem: string): ApiError {
  return new ApiError('invalidField', { field, problem })
}
