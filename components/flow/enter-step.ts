// Makes the state in which each step of a usual transfer begins, from what is known. Nothing where the case is a rare one:
// enter-rare-step.ts makes its state.

import { eligibleNetworks } from './choose-network.ts'
import type {
  AmountDraft,
  ChooseAccount,
  EnterAmount,
  FlowRequest,
  FlowState,
  Known,
  ReviewTransfer,
  SignIn,
} from './flow-state.ts'
import type { Place } from './kept-place.ts'
import type { Account, Connection, Holding, Integration, Problem, Session, Transfer } from './link-answers.ts'

export function knownAtFirst(
  session: Session,
  recent: string[],
  integrations: Integration[] | null,
  place: Place,
): Known {
  return {
    session,
    recent,
    integrations,
    integration: null,
    named: session.fromType,
    typedFields: {},
    account: session.account,
    holdings: null,
    draft: place.draft ?? null,
    place,
    token: null,
    extra: null,
  }
}

/** The integration that the app named, else the list of all. */
export function chooseIntegration(known: Known): SignIn | ChooseAccount {
  const named = known.integrations?.find(({ type }) => type === known.named)
  if (named !== undefined && named.status !== 'down') return signIn(known, named, null)
  const list = chooseAccount(known)
  return known.integrations === null ? { ...list, known } : list
}

export function chooseAccount(before: Known): ChooseAccount {
  const known = { ...before, named: null }
  return { at: 'choose-account', known, pending: known.integrations === null ? { call: 'integrations' } : null }
}

export function signIn(known: Known, integration: Integration, problem: Problem | null): SignIn {
  const typedFields = known.integration?.type === integration.type ? known.typedFields : {}
  return { at: 'sign-in', pending: null, known: { ...known, integration, typedFields }, integration, problem }
}

export function openAccount(before: Known, account: Account): FlowState | null {
  const known = { ...before, account, holdings: null }
  return known.session.transfersEnabled && account.transfers
    ? { at: 'choose-asset', known, pending: { call: 'holdings', accountId: account.accountId } }
    : null
}

/** After a connection was made, or asked for a code. */
export function followConnection(known: Known, integration: Integration, connection: Connection): FlowState | null {
  // What the site receives passes by in the event; it is not kept here.
  const { authData: _, ...kept } = connection
  const { state, codeKind = 'totp', accounts = [] } = connection
  const [only, other] = accounts
  if (state === 'connected' && only && !other) return openAccount(known, only)
  return state === 'codeRequired' && codeKind === 'totp'
    ? { at: 'enter-code', pending: null, known, integration, connection: kept, problem: null, resentAtMs: null }
    : null
}

/** An amount that the app fixed is filled in elsewhere. */
export function enterAmount(known: Known, holding: Holding): EnterAmount | null {
  const networks = eligibleNetworks(holding)
  const network = networks.find((each) => each.id === known.draft?.networkId) ?? networks[0]
  if (network === undefined) return null
  const kept = known.draft?.symbol === holding.symbol ? known.draft : null
  const draft: AmountDraft = {
    symbol: holding.symbol,
    typed: '',
    unit: 'token',
    locked: false,
    ...kept,
    networkId: network.id,
  }
  return { at: 'enter-amount', pending: null, known: { ...known, draft }, holding, draft, problem: null }
}

/** A new quote in place. */
export function requote(
  { known, choice, quote }: Pick<ReviewTransfer, 'known' | 'choice' | 'quote'>,
  changedFrom: ReviewTransfer['changedFrom'],
  problem: Problem | null,
): ReviewTransfer {
  return { at: 'review-transfer', known, choice, quote, changedFrom, problem, pending: { call: 'preview', ...choice } }
}

/** The state that shows a transfer, and keeps asking for it while it is pending. */
export function followTransfer(known: Known, transfer: Transfer, before: FlowRequest | null): FlowState | null {
  if (transfer.status === 'Succeeded') return { at: 'transfer-receipt', pending: null, known, transfer }
  return transfer.status === 'Pending' && transfer.statusDetail !== 'Unknown'
    ? { at: 'track-transfer', pending: followOn(transfer, before), known, transfer }
    : null
}

/** The same polling goes on. */
export function followOn({ transferId }: Transfer, before: FlowRequest | null): FlowRequest {
  return before?.call === 'follow' ? before : { call: 'follow', transferId }
}
