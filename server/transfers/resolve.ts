// An operator ends a transfer whose outcome no machine could prove, with evidence that stays in the timeline.

import { ApiError } from '../contract/errors.ts'
import { type ExchangeRegistry, isSelfCustody } from '../exchanges/registry.ts'
import { inTransaction } from '../storage/storage.ts'
import { attemptsOf } from './attempts.ts'
import { proofOf } from './payment-proof.ts'
import type { TransferDeps } from './transfer-deps.ts'
import type { TransferState } from './transfer-status.ts'
import { changeTransfer, type Transfer, type TransferChange, transferById } from './transfer-store.ts'

export type Resolution =
  /** Of an unknown one: the exchange did make the withdrawal, and it is followed from here on. */
  | { kind: 'sent'; withdrawalId: string }
  /** Of an unknown one: the exchange did not, and no longer can. Of a wallet's that needs an operator: no block has it. */
  | { kind: 'notSent' }
  /** Of one that needs an operator: the recipient was paid, by this transaction. */
  | { kind: 'succeeded'; hash: string }
  /** Of one that needs an operator: the funds are back in the account. */
  | { kind: 'returned' }

export interface ResolveRequest {
  transferId: string
  resolution: Resolution
  /** What was seen, where, by whom. */
  evidence: string
  operator: string
}

export type ResolveDeps = Pick<TransferDeps, 'database' | 'now'> & { exchanges: ExchangeRegistry }

/** Of which states each may be said. `Broadcast` and `Unclear` are a wallet's: there is no exchange to take part. */
const statesFor: Record<Resolution['kind'], readonly TransferState[]> = {
  sent: ['Unknown'],
  notSent: ['Unknown', 'Broadcast', 'Unclear'],
  succeeded: ['Submitted', 'Confirming', 'Broadcast', 'Unclear'],
  returned: ['Submitted', 'Confirming'],
}

/** A request may be under way for so long after its time where the exchange has no fence, or is not known here. */
const unfencedMs = 86_400_000

/** Throws `transferNotFound`; `invalidField` unless this can be said of the transfer now, and evidence is given. */
export async function resolveTransfer(deps: ResolveDeps, request: ResolveRequest): Promise<Transfer> {
  const { transferId, resolution, evidence, operator } = request
  const transfer = await transferById(deps.database.query, transferId)
  if (transfer === undefined) throw new ApiError('transferNotFound')
  refuseUnfit(transfer, resolution)
  if (resolution.kind === 'notSent') await refuseWhileUnderWay(deps, transfer)
  if (evidence.trim().length < 10) {
    throw new ApiError('invalidField', {
      field: 'evidence',
      problem: 'must say in a sentence what was seen, and where',
    })
  }
  const event = { kind: 'resolvedByOperator', detail: { resolution: resolution.kind, evidence, operator } }
  const change: TransferChange = { ...outcomeOf(deps, transfer, resolution), attention: null, event }
  const changed = await inTransaction(deps.database, (query) => changeTransfer(query, transfer, change, deps.now()))
  if (changed === null) throw unfit('changed meanwhile: look at it again')
  return changed
}

function refuseUnfit({ state, attention }: Transfer, { kind }: Resolution): void {
  const states = statesFor[kind]
  if (!states.includes(state)) {
    throw unfit(`names a transfer that is ${state}, not ${states.join(' or ')}`)
  }
  if (state === 'Unknown') return
  if (attention === null) throw unfit('names a transfer that is followed and needs no operator')
}

/** Nobody can have seen that it was not made while the exchange, or the owner's wallet, may still make it. */
async function refuseWhileUnderWay(deps: ResolveDeps, { id, exchangeType, createdAt }: Transfer): Promise<void> {
  const isOfWallet = isSelfCustody(exchangeType)
  const last = isOfWallet ? createdAt : (await attemptsOf(deps.database.query, id)).at(-1)?.validUntil
  const fenceMs = deps.exchanges.byType(exchangeType)?.recovery.fenceMs ?? unfencedMs
  const overAt = new Date((last?.getTime() ?? 0) + fenceMs)
  if (deps.now() > overAt) return
  const where = isOfWallet ? 'network' : 'exchange'
  throw unfit(`names a transfer whose request may still reach the ${where}, until ${overAt.toISOString()}`)
}

function outcomeOf(deps: ResolveDeps, { terms }: Transfer, resolution: Resolution): Omit<TransferChange, 'event'> {
  const errorData = { name: terms.fromName }
  switch (resolution.kind) {
    case 'sent':
      return { state: 'Submitted', withdrawalId: resolution.withdrawalId, lookAt: deps.now() }
    case 'notSent':
      return { state: 'NotSent', errorType: 'transferNotSent', errorData, lookAt: null }
    case 'succeeded': {
      const { hash } = resolution
      return { state: 'Succeeded', hash, proof: proofOf(terms, hash), lookAt: null }
    }
    case 'returned':
      return { state: 'Returned', errorType: 'transferReturned', errorData, lookAt: null }
  }
}

function unfit(problem: string): ApiError {
  return new ApiError('invalidField', { field: 'transferId', problem })
}
