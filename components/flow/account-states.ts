// Creates the states from the opened link to a connected account.

import type { FlowContext } from './flow-context.ts'
import type { FlowRequest } from './flow-request.ts'
import type { ChooseAccount, ChooseWallet, FlowState, NoEligibleAssets, PickAccount, SignIn } from './flow-state.ts'
import type { Account, Connection, Integration, Problem, Session } from './link-responses.ts'
import { toTransferState } from './transfer-states.ts'

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

export function beginSession(session: Session, start: SessionStart): FlowState {
  const { resumeState } = start
  const context = initialContext(session, start)
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
    return { ...toSignIn(context, integration, null), pending: { call: 'reconnect', connectionId } }
  if (integration && connection) return toConnectionState({ ...context, integration }, integration, connection)
  if (session.account !== null) return reopenAccount(context, session.account)
  return token === null ? toChooseIntegration(context) : openToken(context, token)
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

export function isWallet(type: string | undefined): boolean {
  return type?.toLowerCase() === 'defiwallet'
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
  return toChooseAsset({ ...context, token }, pending)
}

export function openAccount(before: FlowContext, account: Account): FlowState {
  const context = { ...before, account, holdings: null }
  if (!context.session.transfersEnabled) return toAccountConnected(context)
  return account.transfers
    ? toChooseAsset(context, { call: 'holdings', accountId: account.accountId })
    : toNoEligibleAssets(context, 'integration')
}

export function toChooseAsset(context: FlowContext, pending: FlowRequest | null = null): FlowState {
  return { at: 'choose-asset', pending, context }
}

function toAccountConnected(context: FlowContext): FlowState {
  return { at: 'account-connected', pending: null, context }
}

/** Opens an account of this session or link. A wallet has to be found in the browser first. */
function reopenAccount(context: FlowContext, account: Account): FlowState {
  return isWallet(account.type) && context.session.transfersEnabled
    ? toChooseWallet(context, { isAgain: true, account })
    : openAccount(context, account)
}

/** The user can pick before the balances arrive. */
export function toPickAccount(context: FlowContext, accounts: Account[]): PickAccount {
  const accountIds = accounts.filter(({ transfers }) => transfers).map(({ accountId }) => accountId)
  return { at: 'pick-account', pending: { call: 'balances', accountIds }, context, accounts, balances: {} }
}

export function isAmong(accounts: Account[], account: Account | null): boolean {
  return accounts.some(({ accountId }) => accountId === account?.accountId)
}

export function toNoEligibleAssets(context: FlowContext, because: NoEligibleAssets['because']): NoEligibleAssets {
  return { at: 'no-eligible-assets', pending: null, context, because }
}

/** The state after any response about a connection. */
export function toConnectionState(context: FlowContext, integration: Integration, connection: Connection): FlowState {
  // The site receives the tokens through the event. Only a state in which the user chooses an account keeps them.
  const { authData, confirmationNumber = null, ...rest } = connection
  const step = { context, integration, connection: rest, resentAtMs: null }
  switch (connection.state) {
    case 'connected': {
      // The site has received all accounts. A link that sends nothing needs no choice.
      if (!context.session.transfersEnabled) return toAccountConnected(context)
      const accounts = connection.accounts ?? []
      const [only] = accounts
      const tokens = authData === undefined ? null : { authData, isReported: false }
      if (accounts.length > 1) return toPickAccount({ ...context, account: null, accounts, tokens }, accounts)
      return only === undefined
        ? toNoEligibleAssets(context, 'assets')
        : openAccount({ ...context, tokens: null }, only)
    }
    case 'redirect':
    case 'waiting': {
      const pending = { call: 'pollConnection', connectionId: connection.connectionId } as const
      return { at: 'hand-off', pending, ...step, confirmationNumber }
    }
    case 'failed':
      return toSignIn(context, integration, {
        httpStatus: 200,
        errorType: connection.error?.errorType ?? 'connectionFailed',
        message: connection.error?.message ?? `${integration.name} did not open the connection. Try again.`,
      })
    case 'codeRequired':
      return { at: 'enter-code', pending: null, ...step, problem: null }
  }
}
