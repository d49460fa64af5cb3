// Makes the state in which each step begins, from what is known.

import { formatTyped } from '../texts/format.ts'
import { eligibleNetworks } from './choose-network.ts'
import type {
  AmountDraft,
  Ask,
  ChooseAccount,
  EnterAmount,
  FlowState,
  Known,
  OpenState,
  SignIn,
  TrackTransfer,
  TransferWaiting,
} from './flow-state.ts'
import type { Place } from './kept-place.ts'
import type { Account, Connection, Holding, Integration, Problem, Session, Transfer } from './link-answers.ts'

export function beginSession(
  session: Session,
  recent: string[],
  integrations: Integration[] | null,
  place: Place,
): FlowState {
  const known: Known = {
    session,
    recent,
    integrations,
    integration: null,
    named: session.fromType,
    typedFields: {},
    account: session.account,
    holdings: null,
    draft: place.draft ?? null,
    token: null,
    extra: null,
    place,
  }
  const { pendingTransfer } = session
  if (pendingTransfer === null) return beginTransfer(known)
  // This link's own transfer is gone on with; another one is offered.
  return pendingTransfer.linkId === session.linkId
    ? followTransfer(known, pendingTransfer, null)
    : { at: 'pending-transfer', asking: null, known, transfer: pendingTransfer }
}

/** The first step of a new transfer: as far along as the link, its account and the site's token allow. */
export function beginTransfer(known: Known): FlowState {
  const { session, token } = known
  if (session.start === 'noEligibleAssets')
    return { at: 'no-eligible-assets', asking: null, known, because: 'integration' }
  if (session.start === 'connectWallet') return chooseAccount(known, 'connectWallet')
  if (session.account !== null) return openAccount(known, session.account)
  const { integration, connection } = known.place
  if (integration && connection) return followConnection({ ...known, integration }, integration, connection)
  return token === null ? chooseIntegration(known) : openToken(known, token)
}

/** The integration that the app named, else the list of all. */
export function chooseIntegration(known: Known): FlowState {
  const named = known.integrations?.find(({ type }) => type === known.named)
  if (named !== undefined && named.status !== 'down') return signIn(known, named, null)
  const list = chooseAccount(known, null)
  return known.integrations === null ? { ...list, known } : list
}

export function openToken(known: Known, token: NonNullable<Known['token']>): FlowState {
  if (token.brokerType.toLowerCase() === 'defiwallet') return chooseAccount(known, 'connectWallet')
  const asking: Ask = { call: 'account', accessToken: token.accessToken, brokerType: token.brokerType }
  return { at: 'choose-asset', known: { ...known, token }, asking }
}

export function chooseAccount(before: Known, notice: ChooseAccount['notice']): ChooseAccount {
  const known = { ...before, named: null }
  return { at: 'choose-account', known, notice, asking: known.integrations === null ? { call: 'integrations' } : null }
}

export function signIn(known: Known, integration: Integration, problem: Problem | null): SignIn {
  const typedFields = known.integration?.type === integration.type ? known.typedFields : {}
  return { at: 'sign-in', asking: null, known: { ...known, integration, typedFields }, integration, problem }
}

export function openAccount(before: Known, account: Account): FlowState {
  const known = { ...before, account, holdings: null }
  if (!known.session.transfersEnabled) return { at: 'account-connected', asking: null, known }
  if (!account.transfers) return { at: 'no-eligible-assets', asking: null, known, because: 'integration' }
  return { at: 'choose-asset', known, asking: { call: 'holdings', accountId: account.accountId } }
}

/** After a connection was made, asked for a code, or went another way. */
export function followConnection(known: Known, integration: Integration, connection: Connection): FlowState {
  // What the site receives passes by in the event; it is not kept here.
  const { authData: _, ...kept } = connection
  switch (connection.state) {
    case 'connected': {
      // The site has been told of every account: where nothing is sent, there is none to choose.
      if (!known.session.transfersEnabled) return { at: 'account-connected', asking: null, known }
      const accounts = connection.accounts ?? []
      const [only] = accounts
      if (accounts.length > 1) return { at: 'pick-account', asking: null, known, accounts }
      if (only !== undefined) return openAccount(known, only)
      return { at: 'no-eligible-assets', asking: null, known, because: 'assets' }
    }
    case 'codeRequired':
      return {
        at: 'enter-code',
        asking: null,
        known,
        integration,
        connection: kept,
        problem: null,
        resentAtMs: null,
      }
    case 'redirect':
    case 'waiting': {
      const asking = { call: 'watch', connectionId: connection.connectionId } as const
      return { at: 'hand-off', asking, known, integration, connection: kept, resentAtMs: null }
    }
    case 'failed':
      return signIn(known, integration, {
        httpStatus: 200,
        errorType: connection.error?.errorType ?? 'connectionFailed',
        message: connection.error?.message ?? `${integration.name} did not open the connection. Try again.`,
      })
  }
}

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
    ...fixedAmount(known.session, holding.symbol),
  }
  return { at: 'enter-amount', asking: null, known: { ...known, draft }, holding, draft, problem: null }
}

/** The state that shows a transfer, and keeps asking for it while it is pending. */
export function followTransfer(known: Known, transfer: Transfer, before: Ask | null): FlowState {
  if (transfer.status === 'Succeeded') return { at: 'transfer-receipt', asking: null, known, transfer }
  if (transfer.status === 'Failed') return failTransfer(known, transfer, transfer)
  const asking = before?.call === 'follow' ? before : ({ call: 'follow', transferId: transfer.transferId } as const)
  const at: (TrackTransfer | TransferWaiting)['at'] =
    transfer.statusDetail === 'Unknown' ? 'transfer-waiting' : 'track-transfer'
  return { at, asking, known, transfer }
}

interface Reason {
  message: string | null
  errorType?: string | null
  errorData?: Record<string, unknown>
}

export function failTransfer(known: Known, transfer: Transfer | null, reason: Reason): FlowState {
  const { message, errorType = null, errorData = {} } = reason
  const sentence = message ?? 'The transfer did not go through.'
  return { at: 'transfer-failed', asking: null, known, transfer, message: sentence, errorType, errorData }
}

/** What a failed call means wherever no step has its own answer to it. */
export function failCall(state: OpenState, problem: Problem): FlowState {
  if (problem.errorType === 'sessionEnded') {
    const mayBeSent = ('transfer' in state && state.transfer !== null) || isSending(state.asking)
    return { at: 'link-ended', asking: null, reason: 'sessionEnded', mayBeSent }
  }
  if (/^(authToken(Invalid|Expired)|reconnectRequired)$/.test(problem.errorType)) {
    const { account, integration, token } = state.known
    const type = account?.type ?? integration?.type ?? token?.brokerType ?? ''
    const name = account?.integrationName ?? integration?.name ?? token?.brokerName ?? ''
    const known = { ...state.known, account: null, holdings: null }
    return { at: 'sign-in-ended', asking: null, known, problem, type, name }
  }
  return { at: 'show-problem', asking: null, known: state.known, problem, retry: state }
}

/** A refusal that another amount may mend. */
export function isOfTheAmount({ httpStatus, errorType }: Problem): boolean {
  return httpStatus < 500 && ![401, 403, 429, 451].includes(httpStatus) && !/^(kyc|risk|addr)/.test(errorType)
}

/** Whether this call, or one before it with the same order, may have sent something. */
export function isSending(asking: Ask | null): boolean {
  return /xecute$/.test(asking?.call ?? '')
}

/** Trouble of the server's own while it sends: an order that it had taken before may be under way. Repeated, it is the same. */
export function isUnsure(asking: Ask | null, { errorType, httpStatus }: Problem): boolean {
  return isSending(asking) && httpStatus >= 500 && !errorType.startsWith('exchange')
}

export function refusal(errorType: string, message: string): Problem {
  return { errorType, message, httpStatus: 422 }
}

function fixedAmount(session: Session, symbol: string): Partial<AmountDraft> {
  const { fixed } = session
  if (fixed === null || (fixed.symbol ?? symbol) !== symbol) return {}
  if (fixed.amount !== null) return { typed: formatTyped(fixed.amount), unit: 'token', locked: true }
  return fixed.amountInFiat === null ? {} : { typed: formatTyped(fixed.amountInFiat), unit: 'fiat', locked: true }
}
