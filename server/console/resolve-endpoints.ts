// Resolving a transfer: at once, or as a proposal that a second operator approves.

import type * as z from 'zod'
import {
  acknowledgeRequest,
  approveRequest,
  decideRequest,
  type PaymentLookUp,
  paymentQuery,
  type Resolved,
  resolveRequest,
} from '../contract/console/resolve.ts'
import { ApiError } from '../contract/errors.ts'
import { isUuid } from '../contract/ids.ts'
import { acknowledgeTransfer } from '../transfers/acknowledge.ts'
import type { Outcome } from '../transfers/resolution.ts'
import { checkedOutcome, recordResolution } from '../transfers/resolve.ts'
import { declineProposal, insertProposal, proposalOf, type ResolveProposal } from '../transfers/resolve-proposals.ts'
import { lockTransfer, type Transfer } from '../transfers/transfer-store.ts'
import { lookUpPayment, resolutionOf } from '../wallets/look-up-payment.ts'
import { boundedText } from './bounded-text.ts'
import type { ConsoleDeps } from './console-deps.ts'
import { actionEndpoint, readEndpoint } from './console-endpoint.ts'
import { ConsoleError } from './console-error.ts'
import { knownTransfer } from './known-transfer.ts'
import { requireSecondOperator } from './second-operator.ts'

/** What is known of a transaction, before an operator records it as the payment of a transfer. */
export const lookUpTransaction = readEndpoint({
  path: '/api/transfers/:id/payment',
  role: 'operator',
  query: paymentQuery,
  async respond({ deps, params, input }) {
    const { text, differences } = await lookUpPayment(deps, await knownTransfer(deps, params.id), input.hash)
    const lookUp: PaymentLookUp = { text: boundedText(text, 2_000), differences }
    return lookUp
  },
})

export const resolveAtOnce = actionEndpoint({
  method: 'POST',
  path: '/api/transfers/:id/resolve',
  role: 'operator',
  recentSignIn: true,
  body: resolveRequest,
  prepare: async ({ deps, params, input }) =>
    resolutionOf(deps, await knownTransfer(deps, params.id), outcomeOf(input)),
  async act({ deps, params, input, session, prepared: resolution }, record) {
    if (deps.settings.twoPersonResolve) {
      throw new ConsoleError('conflict', { message: 'A second operator has to approve this. Propose it instead.' })
    }
    const { id: transferId } = await unchangedTransfer(deps, params.id, input)
    const { evidence } = input
    const request = { transferId, resolution, evidence, operator: session.operator.name }
    return resolvedOf(await recordResolution(deps, request, record))
  },
})

export const proposeResolution = actionEndpoint({
  method: 'POST',
  path: '/api/transfers/:id/proposal',
  role: 'operator',
  recentSignIn: true,
  body: resolveRequest,
  prepare: async ({ deps, params, input }) =>
    resolutionOf(deps, await knownTransfer(deps, params.id), outcomeOf(input)),
  async act({ deps, params, input, session, prepared: resolution }, record) {
    const transfer = await unchangedTransfer(deps, params.id, input)
    const { query } = deps.database
    if (!deps.settings.twoPersonResolve) {
      throw new ConsoleError('conflict', { message: 'This server requires no second operator. Resolve the transfer.' })
    }
    if ((await proposalOf(query, transfer.id)) !== undefined) {
      throw new ConsoleError('conflict', { message: 'Another proposal waits for a decision. Reload the page.' })
    }
    const { evidence } = input
    await checkedOutcome(deps, transfer, { resolution, evidence })
    const proposal = { transferId: transfer.id, resolution, evidence, operatorId: session.operator.id }
    await insertProposal(query, { ...proposal, lastEvent: transfer.lastEvent, proposedAt: deps.now() })
    const after = { state: transfer.state, outcome: resolution.kind }
    record({ action: 'transfer.propose', target: transfer.id, before: null, after })
    return resolvedOf(transfer)
  },
})

export const approveResolution = actionEndpoint({
  method: 'POST',
  path: '/api/transfers/:id/proposal/approve',
  role: 'operator',
  recentSignIn: true,
  body: approveRequest,
  /** The chain may show something else by now. */
  async prepare({ deps, params, input }) {
    const transfer = await knownTransfer(deps, params.id)
    const { resolution } = await openProposal(deps, transfer, input.proposedAt)
    return resolutionOf(deps, transfer, resolution)
  },
  async act({ deps, params, input, session, prepared: resolution }, record) {
    const transfer = await unchangedTransfer(deps, params.id, input)
    const proposal = await openProposal(deps, transfer, input.proposedAt)
    await requireSecondOperator(deps.database.query, proposal, session.operator.id)
    const { evidence, operator } = proposal
    const request = { transferId: transfer.id, resolution, evidence, operator, approvedBy: session.operator.name }
    return resolvedOf(await recordResolution(deps, request, record))
  },
})

/** Also for the proposer, who takes it back. */
export const declineResolution = actionEndpoint({
  method: 'DELETE',
  path: '/api/transfers/:id/proposal',
  role: 'operator',
  recentSignIn: true,
  body: decideRequest,
  async act({ deps, params, input }, record) {
    const transfer = await lockedTransfer(deps, params.id)
    await declineProposal(deps.database.query, await openProposal(deps, transfer, input.proposedAt), record)
    return resolvedOf(transfer)
  },
})

export const acknowledgeFlag = actionEndpoint({
  method: 'POST',
  path: '/api/transfers/:id/acknowledge',
  role: 'operator',
  recentSignIn: true,
  body: acknowledgeRequest,
  async act({ deps, params, input, session }, record) {
    const { id: transferId } = await unchangedTransfer(deps, params.id, input)
    const request = { transferId, evidence: input.evidence, operator: session.operator.name }
    return resolvedOf(await acknowledgeTransfer(deps, request, record))
  },
})

type ResolveInput = z.infer<typeof resolveRequest>

/** Two operators who act at once wait for each other here. */
async function lockedTransfer(deps: ConsoleDeps, id = ''): Promise<Transfer> {
  if (isUuid(id)) await lockTransfer(deps.database.query, id.toLowerCase())
  return knownTransfer(deps, id)
}

/** As the operator has read it. An outcome must not be recorded against evidence that has arrived since. */
async function unchangedTransfer(
  deps: ConsoleDeps,
  id: string | undefined,
  { lastEvent }: { lastEvent: number },
): Promise<Transfer> {
  const transfer = await lockedTransfer(deps, id)
  if (transfer.lastEvent === lastEvent) return transfer
  const message = 'The transfer has changed since you opened this. Cancel, read its timeline, and decide again.'
  throw new ConsoleError('conflict', { message })
}

/** The proposal that the operator has read. */
async function openProposal(
  { database: { query } }: ConsoleDeps,
  { id }: Transfer,
  proposedAt: string,
): Promise<ResolveProposal> {
  const proposal = await proposalOf(query, id)
  if (proposal === undefined || proposal.proposedAt.getTime() !== Date.parse(proposedAt))
    throw new ConsoleError('conflict')
  return proposal
}

function outcomeOf({ kind, withdrawalId = '', hash = '', despite = [] }: ResolveInput): Outcome {
  if (kind === 'sent') return { kind, withdrawalId: required('withdrawalId', withdrawalId) }
  return kind === 'succeeded' ? { kind, hash: required('hash', hash), despite } : { kind }
}

function required(field: string, value: string): string {
  if (value === '') throw new ApiError('missingField', { field })
  return value
}

function resolvedOf({ id, state }: Transfer): Resolved {
  return { transferId: id, state }
}
