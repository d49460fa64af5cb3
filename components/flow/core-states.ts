// Creates the initial state of each step of the core flow from the context. A tryX() function returns null in a special case,
// whose state is created in states.ts.

import { eligibleNetworks } from './choose-network.ts'
import type { AmountDraft, FlowContext } from './flow-context.ts'
import type { FlowRequest } from './flow-request.ts'
import type { ChooseAccount, EnterAmount, FlowState, ReviewTransfer, SignIn } from './flow-state.ts'
import type { Account, Connection, Holding, Integration, Problem, Session, Transfer } from './link-responses.ts'

export type SessionStart = Pick<FlowContext, 'recent' | 'integrations' | 'resumeState'>

export function initialContext(session: Session, { recent, integrations, resumeState }: SessionStart): FlowContext {
  return {
    session,
    recent,
    integrations,
    integration: null,
    preselectedType: session.fromType,
    typedFields: {},
    account: session.account,
    holdings: null,
    draft: resumeState.draft ?? null,
    resumeState,
    token: null,
    extra: null,
  }
}

/** The integration that the app chose, otherwise the list. */
export function toChooseIntegration(context: FlowContext): SignIn | ChooseAccount {
  const preselected = context.integrations?.find(({ type }) => type === context.preselectedType)
  if (preselected !== undefined && preselected.status !== 'down') return toSignIn(context, preselected, null)
  const list = toChooseAccount(context)
  return context.integrations === null ? { ...list, context } : list
}

export function toChooseAccount(before: FlowContext): ChooseAccount {
  const context = { ...before, preselectedType: null }
  return { at: 'choose-account', context, pending: context.integrations === null ? { call: 'integrations' } : null }
}

export function toSignIn(context: FlowContext, integration: Integration, problem: Problem | null): SignIn {
  const typedFields = context.integration?.type === integration.type ? context.typedFields : {}
  return { at: 'sign-in', pending: null, context: { ...context, integration, typedFields }, integration, problem }
}

export function tryOpenAccount(before: FlowContext, account: Account): FlowState | null {
  const context = { ...before, account, holdings: null }
  return context.session.transfersEnabled && account.transfers
    ? { at: 'choose-asset', context, pending: { call: 'holdings', accountId: account.accountId } }
    : null
}

/** The state after a connection succeeded or requires a code. */
export function tryToConnectionState(
  context: FlowContext,
  integration: Integration,
  connection: Connection,
): FlowState | null {
  // The site receives the tokens through the event. The state does not contain them.
  const { authData: _, ...rest } = connection
  const { state, codeKind = 'totp', accounts = [] } = connection
  const [only, other] = accounts
  if (state === 'connected' && only && !other) return tryOpenAccount(context, only)
  return state === 'codeRequired' && codeKind === 'totp'
    ? { at: 'enter-code', pending: null, context, integration, connection: rest, problem: null, resentAtMs: null }
    : null
}

/** Does not fill in an amount that the app fixed. */
export function tryToEnterAmount(context: FlowContext, holding: Holding): EnterAmount | null {
  const networks = eligibleNetworks(holding)
  const network = networks.find((each) => each.id === context.draft?.networkId) ?? networks[0]
  if (network === undefined) return null
  const sameAsset = context.draft?.symbol === holding.symbol ? context.draft : null
  const draft: AmountDraft = {
    symbol: holding.symbol,
    typed: '',
    unit: 'token',
    locked: false,
    ...sameAsset,
    networkId: network.id,
  }
  return { at: 'enter-amount', pending: null, context: { ...context, draft }, holding, draft, problem: null }
}

/** Requests a new quote on the same screen. */
export function requote(
  { context, choice, quote }: Pick<ReviewTransfer, 'context' | 'choice' | 'quote'>,
  changedFrom: ReviewTransfer['changedFrom'],
  problem: Problem | null,
): ReviewTransfer {
  return {
    at: 'review-transfer',
    context,
    choice,
    quote,
    changedFrom,
    problem,
    pending: { call: 'preview', ...choice },
  }
}

/** The state that shows a transfer, and polls it while it is pending. */
export function tryToTransferState(
  context: FlowContext,
  transfer: Transfer,
  before: FlowRequest | null,
): FlowState | null {
  if (transfer.status === 'Succeeded') return { at: 'transfer-receipt', pending: null, context, transfer }
  return transfer.status === 'Pending' && transfer.statusDetail !== 'Unknown'
    ? { at: 'track-transfer', pending: keepPolling(transfer, before), context, transfer }
    : null
}

/** Returns the same request while it polls already, so that polling is not restarted. */
export function keepPolling({ transferId }: Transfer, before: FlowRequest | null): FlowRequest {
  return before?.call === 'pollTransfer' ? before : { call: 'pollTransfer', transferId }
}
