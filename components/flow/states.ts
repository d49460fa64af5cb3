// Creates states: those of core-states.ts in all cases, and those that most transfers never reach.

import { destinationErrors } from '../texts/destination-errors.ts'
import { formatTyped } from '../texts/format.ts'
import { mayHaveSentMoney } from './call-traits.ts'
import * as core from './core-states.ts'
import type { AmountDraft, FlowContext } from './flow-context.ts'
import type { FlowRequest } from './flow-request.ts'
import type { ChooseWallet, EnterAmount, FlowState, OpenState, TransferFailed, TransferWaiting } from './flow-state.ts'
import type { Account, Connection, Holding, Integration, Problem, Session, Transfer } from './link-responses.ts'

export function beginSession(session: Session, start: core.SessionStart): FlowState {
  const { resumeState } = start
  const context = core.initialContext(session, start)
  const { pendingTransfer } = session
  // A transfer that has ended does not interrupt a user who was about to send again.
  const isAboutToSend = resumeState.draft || (resumeState.choice && !resumeState.quote)
  if (pendingTransfer === null || (pendingTransfer.status !== 'Pending' && isAboutToSend)) return beginTransfer(context)
  // The link's own transfer is resumed. A transfer of another link is offered.
  return pendingTransfer.linkId === session.linkId
    ? toTransferState(context, pendingTransfer, null)
    : { at: 'pending-transfer', pending: null, context, transfer: pendingTransfer }
}

/** The first step of a new transfer: as far along as the link, its account and the site's token allow. */
export function beginTransfer(context: FlowContext): FlowState {
  const { session, token } = context
  if (session.start === 'noEligibleAssets') return toNoEligibleAssets(context, 'integration')
  if (session.start === 'connectWallet') return toChooseWallet(context, { isAgain: true })
  // An open sign-in takes precedence over the account that was connected before.
  const { integration, connection } = context.resumeState
  const { connectionId, type } = session.connected ?? {}
  // The sign-in succeeded during the reload: request its tokens, so that the site receives them.
  if (
    integration &&
    connectionId &&
    integration.type === type &&
    connectionId === (connection?.connectionId ?? connectionId)
  )
    return { ...core.toSignIn(context, integration, null), pending: { call: 'reconnect', connectionId } }
  if (integration && connection) return toConnectionState({ ...context, integration }, integration, connection)
  if (session.account !== null) return reopenAccount(context, session.account)
  return token === null ? core.toChooseIntegration(context) : openToken(context, token)
}

export function isWallet(type: string | undefined): boolean {
  return type?.toLowerCase() === 'defiwallet'
}

/** The wallet may have paid, and an operator has to find out. Meanwhile the user may start other transfers. */
export function isAmbiguous({ timeline }: Transfer): boolean {
  return timeline.some(({ kind }) => kind === 'unclear')
}

/** Whether the connected wallet can prove by a signature whose payment this is. */
export function isProvable({ context: { account }, transfer: { provableBy } }: TransferWaiting): boolean {
  return account !== null && account.accountId === provableBy
}

/** Opens an account of this session or link. A wallet has to be found in the browser first. */
function reopenAccount(context: FlowContext, account: Account): FlowState {
  return isWallet(account.type) && context.session.transfersEnabled
    ? toChooseWallet(context, { isAgain: true, account })
    : openAccount(context, account)
}

export function toChooseWallet(
  before: FlowContext,
  { isAgain, account = null, accessToken }: { isAgain: boolean; account?: Account | null; accessToken?: string },
): ChooseWallet {
  const integration = before.integrations?.find(({ kind }) => kind === 'wallet') ?? null
  const context = { ...before, account: null, holdings: null, preselectedType: null, integration }
  const find = { call: 'findWallets', site: context.session.client.origin, account } as const
  const pending = accessToken === undefined ? find : { ...find, accessToken }
  return { at: 'choose-wallet', pending, context, wallets: null, isAgain, problem: null }
}

export function openToken(context: FlowContext, token: NonNullable<FlowContext['token']>): FlowState {
  if (isWallet(token.brokerType)) return toChooseWallet(context, { isAgain: true, accessToken: token.accessToken })
  const pending: FlowRequest = { call: 'account', accessToken: token.accessToken, brokerType: token.brokerType }
  return { at: 'choose-asset', context: { ...context, token }, pending }
}

export function openAccount(before: FlowContext, account: Account): FlowState {
  const context = { ...before, account, holdings: null }
  if (!context.session.transfersEnabled) return { at: 'account-connected', pending: null, context }
  return core.tryOpenAccount(before, account) ?? toNoEligibleAssets(context, 'integration')
}

/** Null if there are no accounts to pick from. */
export function toPickAccount(context: FlowContext, accounts: Account[]): FlowState | null {
  return accounts.length === 0 ? null : { at: 'pick-account', pending: null, context, accounts }
}

export function isAmong(accounts: Account[], account: Account | null): boolean {
  return accounts.some(({ accountId }) => accountId === account?.accountId)
}

export function toNoEligibleAssets(context: FlowContext, because: 'integration' | 'assets') {
  return { at: 'no-eligible-assets', pending: null, context, because } as const
}

/** The state after any response about a connection. */
export function toConnectionState(context: FlowContext, integration: Integration, connection: Connection): FlowState {
  const { authData: _, confirmationNumber = null, ...rest } = connection
  switch (connection.state) {
    case 'connected': {
      // The site has received all accounts. A link that sends nothing needs no choice.
      if (!context.session.transfersEnabled) return { at: 'account-connected', pending: null, context }
      const accounts = connection.accounts ?? []
      const [only] = accounts
      if (accounts.length > 1)
        return { at: 'pick-account', pending: null, context: { ...context, account: null, accounts }, accounts }
      if (only !== undefined) return openAccount(context, only)
      return toNoEligibleAssets(context, 'assets')
    }
    case 'redirect':
    case 'waiting': {
      const pending = { call: 'pollConnection', connectionId: connection.connectionId } as const
      return { at: 'hand-off', pending, context, integration, connection: rest, confirmationNumber, resentAtMs: null }
    }
    case 'failed':
      return core.toSignIn(context, integration, {
        httpStatus: 200,
        errorType: connection.error?.errorType ?? 'connectionFailed',
        message: connection.error?.message ?? `${integration.name} did not open the connection. Try again.`,
      })
    case 'codeRequired':
      return {
        at: 'enter-code',
        pending: null,
        context,
        integration,
        connection: rest,
        problem: null,
        resentAtMs: null,
      }
  }
}

export function toEnterAmount(context: FlowContext, holding: Holding): EnterAmount | null {
  const step = core.tryToEnterAmount(context, holding)
  if (step === null) return null
  const draft = { ...step.draft, ...fixedAmount(context.session, holding.symbol) }
  return { ...step, context: { ...step.context, draft }, draft }
}

function fixedAmount({ fixed }: Session, symbol: string): Partial<AmountDraft> {
  if (fixed === null || (fixed.symbol ?? symbol) !== symbol) return {}
  if (fixed.amount !== null) return { typed: formatTyped(fixed.amount), unit: 'token', locked: true }
  return fixed.amountInFiat === null ? {} : { typed: formatTyped(fixed.amountInFiat), unit: 'fiat', locked: true }
}

export function toTransferState(context: FlowContext, transfer: Transfer, before: FlowRequest | null): FlowState {
  const step = core.tryToTransferState(context, transfer, before)
  if (step !== null) return step
  if (transfer.status === 'Failed') return toTransferFailed(context, transfer, transfer)
  return { at: 'transfer-waiting', pending: core.keepPolling(transfer, before), context, transfer }
}

interface Reason {
  message: string | null
  errorType?: string | null
  errorData?: Record<string, unknown>
}

export function toTransferFailed(context: FlowContext, transfer: Transfer | null, reason: Reason): TransferFailed {
  const { message, errorType = null, errorData = {} } = reason
  const sentence = message ?? 'The transfer did not go through.'
  return { at: 'transfer-failed', pending: null, context, transfer, message: sentence, errorType, errorData }
}

/** The state after a failed call that the step does not handle itself. */
export function failCall(state: OpenState, problem: Problem): FlowState {
  if (problem.errorType === 'sessionEnded') {
    const mayBeSent = ('transfer' in state && state.transfer !== null) || mayHaveSentMoney(state.pending)
    return { at: 'link-ended', pending: null, reason: 'sessionEnded', mayBeSent }
  }
  if (/^(authToken(Invalid|Expired)|reconnectRequired)$/.test(problem.errorType)) {
    const { account, integration, token } = state.context
    const type = account?.type ?? integration?.type ?? token?.brokerType ?? ''
    const name = account?.integrationName ?? integration?.name ?? token?.brokerName ?? ''
    const context = { ...state.context, account: null, holdings: null }
    return { at: 'sign-in-ended', pending: null, context, problem, type, name }
  }
  return { at: 'show-problem', pending: null, context: state.context, problem, retry: state }
}

/** An error that another amount may avoid. */
export function isAmountProblem({ httpStatus, errorType }: Problem): boolean {
  if (httpStatus >= 500 || [401, 403, 429, 451].includes(httpStatus)) return false
  return errorType !== 'kycRequired' && !destinationErrors.includes(errorType)
}

/** A server error during an order to send: the order may have been accepted. Repeating it makes no second transfer. */
export function isOutcomeUnknown(pending: FlowRequest | null, { errorType, httpStatus }: Problem): boolean {
  return mayHaveSentMoney(pending) && httpStatus >= 500 && !errorType.startsWith('exchange')
}

export function problemOf(errorType: string, message: string): Problem {
  return { errorType, message, httpStatus: 422 }
}
