// Lets an operator end a transfer whose outcome the server could not prove, with evidence that is stored in the timeline.

import type { AuditFacts } from '../audit/audit-log.ts'
import type { RecordChange } from '../audit/audited.ts'
import { ApiError } from '../contract/errors.ts'
import { isSelfCustody } from '../exchanges/registry.ts'
import { evmHash } from '../networks/evm-hash.ts'
import { inTransaction, isUniqueViolation } from '../storage/storage.ts'
import { requireEvidence } from './evidence.ts'
import { hashedProof, proofOf } from './payment-proof.ts'
import { ownerOf } from './payment-report.ts'
import type { Resolution, ResolveDeps } from './resolution.ts'
import { obstacleTo, stateAfter } from './resolution-rules.ts'
import { deleteProposal } from './resolve-proposals.ts'
import { hasEnded } from './transfer-status.ts'
import { changeTransfer, lockTransfer, type Transfer, type TransferChange, transferById } from './transfer-store.ts'
import { isWithdrawalId } from './withdrawal-id.ts'

export interface ResolveRequest {
  transferId: string
  resolution: Resolution
  /** The operator's evidence: the observation, its source and its observer. */
  evidence: string
  operator: string
  /** The second operator, if one is required. */
  approvedBy?: string | undefined
}

/**
 * Throws `transferNotFound`; `invalidField` unless the resolution fits the transfer now, evidence is given, the withdrawal or the
 * payment is not another transfer's, and the operator has confirmed how the payment differs.
 */
export async function resolveTransfer(deps: ResolveDeps, request: ResolveRequest): Promise<Transfer> {
  const { transferId, resolution, evidence, operator, approvedBy } = request
  const transfer = await transferById(deps.database.query, transferId)
  if (transfer === undefined) throw new ApiError('transferNotFound')
  const outcome = await checkedOutcome(deps, transfer, { resolution, evidence })
  const detail = { resolution: resolution.kind, evidence, operator, ...reportedIn(resolution) }
  const event = {
    kind: 'resolvedByOperator',
    detail: approvedBy === undefined ? detail : { ...detail, approvedBy },
  }
  const change: TransferChange = { ...outcome, attention: null, event, byOperator: true }
  const written = inTransaction(deps.database, (query) => changeTransfer(query, transfer, { change, now: deps.now() }))
  const changed = await written.catch(async (error: unknown) => {
    // Inside of another transaction no further statement would run. That transaction begins again, and finds the other transfer.
    if (deps.database.query.isTransaction || !isUniqueViolation(error)) throw error
    await refuseOfAnother(deps, transfer, outcome)
    throw error
  })
  if (changed === null) throw unfit('has changed meanwhile: read it again')
  return changed
}

/** The change that a resolution makes. Throws as `resolveTransfer` does. */
export async function checkedOutcome(
  deps: ResolveDeps,
  transfer: Transfer,
  { resolution, evidence }: Pick<ResolveRequest, 'resolution' | 'evidence'>,
): Promise<Omit<TransferChange, 'event'>> {
  const obstacle = await obstacleTo(deps, transfer, resolution.kind)
  if (obstacle !== null) throw unfit(obstacle.problem)
  requireEvidence(evidence)
  const outcome = outcomeOf(deps, transfer, resolution)
  await refuseOfAnother(deps, transfer, outcome)
  if (resolution.kind === 'succeeded') await refuseUnconfirmed(deps, transfer, { ...resolution, hash: outcome.hash })
  return outcome
}

/**
 * Resolves as an operator's action, in its transaction: reports the change for the audit log, and deletes the transfer's proposal.
 * `facts`: what else the entry states. Throws as `resolveTransfer` does.
 */
export async function recordResolution(
  deps: ResolveDeps,
  { facts, ...request }: ResolveRequest & { facts?: AuditFacts },
  record: RecordChange,
): Promise<Transfer> {
  const { transferId: id, resolution, operator, approvedBy } = request
  const { query } = deps.database
  await lockTransfer(query, id)
  const before = await transferById(query, id)
  if (before === undefined) throw new ApiError('transferNotFound')
  if (hasEnded(before.state)) throw unfit(`is ${before.state}: only a pending one can be resolved`)
  const resolved = await resolveTransfer(deps, request)
  await deleteProposal(query, id)
  const outcome = { state: resolved.state, outcome: resolution.kind, operator }
  const after = {
    ...outcome,
    ...(approvedBy === undefined ? {} : { approvedBy }),
    ...(resolution.kind === 'succeeded' ? auditedReport(resolution) : {}),
    ...facts,
  }
  // The evidence may name the user, and the report names addresses. They are in the timeline, from which they can be erased.
  record({ action: 'transfer.resolve', target: id, before: { state: before.state }, after })
  return resolved
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
      const hash = canonicalHash(deps, transfer, resolution.hash)
      return { state, errorType: null, errorData: {}, hash, proof: proofOf(terms, hash), nextPollAt: null }
    }
    case 'returned':
      return { state, errorType: 'transferReturned', errorData, nextPollAt: null }
  }
}

/**
 * One spelling of each transaction, so that none proves two transfers. An exchange may pay inside its own books, without a hash. Throws
 * `invalidField`.
 */
export function canonicalHash(
  deps: Pick<ResolveDeps, 'networks'>,
  { terms, exchangeType }: Transfer,
  text: string,
): string {
  const isEvm = deps.networks.byId(terms.networkId)?.isEvm ?? false
  const ofEvm = isEvm ? evmHash(text) : null
  if (ofEvm !== null) return ofEvm
  const isHex = !isEvm && /^[0-9a-f]{64}$/i.test(text)
  const isHash = isSelfCustody(exchangeType)
    ? !isEvm && /^[1-9A-HJ-NP-Za-km-z]{64,88}$/.test(text)
    : isWithdrawalId(text) && (isHex || !containsHash(text))
  if (!isHash) throw invalid('hash', `must be the hash of a transaction on ${terms.networkName}`)
  return isHex && !isSelfCustody(exchangeType) ? text.toLowerCase() : text
}

/** Such as the address of an explorer's page. It would be another spelling of the transaction. */
function containsHash(text: string): boolean {
  return text.includes('://') || /[0-9a-f]{64}/i.test(text)
}

/**
 * A withdrawal, and a payment, belong to one transfer. A unique index refuses the second. It does not compare the proof of an erased
 * transfer, which stores only the hash of its proof.
 */
async function refuseOfAnother(
  { database: { query } }: ResolveDeps,
  { id, exchangeType }: Transfer,
  { withdrawalId, proof }: Omit<TransferChange, 'event'>,
): Promise<void> {
  const select = query.selectFrom('transfer').select('id').where('id', '!=', id)
  if (withdrawalId !== undefined) {
    const same = select.where('exchange_type', '=', exchangeType).where('withdrawal_id', '=', withdrawalId)
    const other = await same.executeTakeFirst()
    if (other !== undefined) throw invalid('withdrawalId', `belongs to transfer ${other.id} already`)
  }
  if (proof !== undefined) {
    const other = await select.where('proof', 'in', [proof, hashedProof(proof)]).executeTakeFirst()
    if (other !== undefined) throw invalid('hash', `belongs to transfer ${other.id} already`)
  }
}

type Succeeded = Extract<Resolution, { kind: 'succeeded' }>

/** Another transfer may have got the transaction since the report. */
async function refuseUnconfirmed(
  { database: { query } }: ResolveDeps,
  transfer: Transfer,
  { hash, report, despite }: Omit<Succeeded, 'hash'> & { hash: string | undefined },
): Promise<void> {
  if (report.hash !== hash) throw new Error('the report is about another transaction')
  const owner = await ownerOf(query, transfer, report)
  const found = new Set([...report.differences, ...(owner === null ? [] : ['otherTransfer' as const])])
  const unconfirmed = [...found].filter((each) => !despite.includes(each))
  if (unconfirmed.length > 0) throw invalid('despite', `must confirm ${unconfirmed.join(', ')}. ${report.text}`)
}

/** For the timeline. */
function reportedIn(resolution: Resolution): Record<string, string> {
  if (resolution.kind !== 'succeeded') return {}
  const { report, despite } = resolution
  return { report: report.text, ...(despite.length === 0 ? {} : { despite: despite.join(', ') }) }
}

function auditedReport({ report: { node, differences }, despite }: Succeeded): AuditFacts {
  return { node, differences, despite }
}

function unfit(problem: string): ApiError {
  return invalid('transferId', `names a transfer that ${problem}`)
}

function invalid(field: string, problem: string): ApiError {
  return new ApiError('invalidField', { field, problem })
}
