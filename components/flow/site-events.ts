// The public events of every transition: a pure function of one transition, so that no event is emitted twice.

import type { FrameMessage } from '../protocol/link-messages.ts'
import type { BrokerConnectedPayload } from '../protocol/payloads.ts'
import { findNetwork } from './choose-network.ts'
import {
  amountPayload,
  connectedPayload,
  errorPayload,
  fiatPayload,
  integrationPayload,
  previewPayload,
} from './event-payloads.ts'
import type { EventOf, FlowEvent } from './flow-event.ts'
import type { FlowState } from './flow-state.ts'
import { underlyingState } from './leave.ts'
import { linkEvent } from './link-event.ts'
import { referencesOf, withReferences } from './references.ts'
import {
  executedEvents,
  executionErrorEvents,
  failedCallEvents,
  fullPageEvents,
  lostAttemptEvents,
  outcomeEvents,
  polledEvents,
  sentEvents,
} from './transfer-events.ts'
import type { Holding } from './transfer-responses.ts'

/** For each event of the flow, the public events of the transition that it caused. */
type Emitters = {
  [Type in FlowEvent['type']]?: (event: EventOf<Type>, to: FlowState, from: FlowState) => FrameMessage[]
}

const emitters: Emitters = {
  linkRefused: () => [{ type: 'loaded' }],
  // A resumed link may find that its transfer has ended.
  sessionOpened: (_, to) => [{ type: 'loaded' }, ...outcomeEvents(to)],
  integrationChosen: (_, to) =>
    to.at === 'sign-in' || to.at === 'choose-wallet' ? linkEvent('integrationSelected', integrationPayload(to)) : [],
  fieldsEntered: () => linkEvent('credentialsEntered'),
  codeEntered: (_, __, from) => linkEvent(from.at === 'enter-code' ? 'integrationMfaEntered' : 'transferMfaEntered'),
  connectionAnswered: connectionEvents,
  accountChosen: ({ accountId }, to, from) => (from.at === 'pick-account' ? chosenEvents(to, accountId) : []),
  callFailed: (event, to, from) => [...refusalEvents(event, from), ...failedCallEvents(event.problem, to, from)],
  holdingsListed: ({ holdings }, to) => [
    ...(holdings.some((holding) => holding.eligibleForTransfer)
      ? linkEvent('transferStarted', integrationPayload(to))
      : []),
    ...assetEvents(to),
  ],
  assetChosen: (_, to) => assetEvents(to),
  networkChosen: (_, to) => networkEvents(to),
  amountEntered: ({ amount }) => linkEvent('transferAmountEntered', amountPayload(amount)),
  previewed: ({ preview }, to) => linkEvent('transferPreviewed', previewPayload(preview, to)),
  sendRequested: (_, to) => linkEvent('transferInitiated', { ...integrationPayload(to), status: 'pending' }),
  executed: executedEvents,
  walletSent: ({ transfer }) => sentEvents(transfer),
  walletRefused: ({ problem }) => executionErrorEvents(problem),
  transferPolled: polledEvents,
  fullPagePolled: ({ transfer }, _, from) =>
    from.at === 'on-full-page' ? fullPageEvents(transfer, from.transfer) : [],
  linkReclaimed: (_, to, from) =>
    'transfer' in to && to.at !== 'pending-transfer' && from.at === 'on-full-page'
      ? fullPageEvents(to.transfer, from.transfer)
      : [],
  pendingOpened: (_, to) => outcomeEvents(to),
  leaveRequested: (_, to, from) => [...lostAttemptEvents(to, from), ...closeEvents(to)],
  left: (_, to, from) => [...lostAttemptEvents(to, from), ...closeEvents(to)],
  paymentReported: (_, to) => closeEvents(to),
  newLinkRequested: () => linkEvent('newLinkRequested'),
}

export function siteEvents(before: FlowState, event: FlowEvent, after: FlowState): FrameMessage[] {
  const [from, to] = [underlyingState(before), underlyingState(after)]
  if (from === to) return []
  const emit = emitters[event.type] as
    | ((event: FlowEvent, to: FlowState, from: FlowState) => FrameMessage[])
    | undefined
  const messages = [...unchosenEvents(from, to), ...(emit?.(event, to, from) ?? []), ...noAssetsEvents(from, to)]
  return withReferences(messages, referencesOf(event, to, from))
}

function connectionEvents(
  { connection }: EventOf<'connectionAnswered'>,
  to: FlowState,
  from: FlowState,
): FrameMessage[] {
  const { authData, error, waitingFor } = connection
  switch (connection.state) {
    // Polling emits each of these once.
    case 'redirect':
      return from.at === 'hand-off' ? [] : linkEvent('integrationOAuthStarted')
    case 'waiting':
      return from.at === 'hand-off'
        ? []
        : linkEvent('integrationMfaRequired', { mfaType: `${waitingFor ?? 'email'}Confirmation` })
    case 'codeRequired':
      return [...approvalEvents(from), ...(from.at === 'enter-code' ? [] : linkEvent('integrationMfaRequired'))]
    case 'failed':
      return linkEvent('integrationConnectionError', { errorMessage: error?.message ?? '' })
    case 'connected': {
      if (to.at === 'pick-account')
        return [
          ...approvalEvents(from),
          ...linkEvent('integrationAccountSelectionRequired'),
          ...(authData ? [{ type: 'unchosenAccounts', payload: connectedPayload(authData) } as const] : []),
        ]
      return [...approvalEvents(from), ...(authData ? connectedEvents(authData) : [])]
    }
  }
}

function connectedEvents(authData: BrokerConnectedPayload, chosenId?: string): FrameMessage[] {
  return [{ type: 'brokerageAccountAccessToken', payload: connectedPayload(authData, chosenId) }]
}

/** The user chose one of several accounts. */
function chosenEvents(to: FlowState, accountId: string): FrameMessage[] {
  const { tokens } = 'context' in to ? to.context : {}
  return tokens ? connectedEvents(tokens.authData, accountId) : []
}

/** The user left without choosing one, or connected another account instead. */
function unchosenEvents(from: FlowState, to: FlowState): FrameMessage[] {
  if (!('context' in from)) return []
  const { tokens } = from.context
  const isKept = 'context' in to && to.context.tokens?.authData === tokens?.authData
  return tokens && !tokens.isReported && !isKept ? connectedEvents(tokens.authData) : []
}

/** An approval by e-mail or on a device counts as an entered code. */
function approvalEvents(from: FlowState): FrameMessage[] {
  return from.at === 'hand-off' && from.connection.state === 'waiting' ? linkEvent('integrationMfaEntered') : []
}

function refusalEvents({ problem }: EventOf<'callFailed'>, from: FlowState): FrameMessage[] {
  const { errorType } = problem
  const payload = errorPayload(problem)
  const because = { ...integrationPayload(from), ...payload, reason: errorType }
  if (errorType === 'kycRequired') return linkEvent('transferKycRequired', payload)
  if (errorType === 'confirmationDeclined') return linkEvent('connectionDeclined', because)
  if (!/^(sign-in|enter-code|hand-off|connect-wallet|choose-asset)$/.test(from.at)) return []
  const isDown = /^exchange(Error|Unavailable|Timeout)$/.test(errorType)
  return [
    ...linkEvent('integrationConnectionError', payload),
    ...(isDown ? linkEvent('connectionUnavailable', because) : []),
  ]
}

function assetEvents(to: FlowState): FrameMessage[] {
  return to.at === 'enter-amount'
    ? [...linkEvent('transferAssetSelected', { symbol: to.draft.symbol }), ...networkEvents(to)]
    : []
}

function networkEvents(to: FlowState): FrameMessage[] {
  if (to.at !== 'enter-amount') return []
  const { networkId: id } = to.draft
  return linkEvent('transferNetworkSelected', { id, name: findNetwork(to.holding, id)?.name ?? '' })
}

function noAssetsEvents(from: FlowState, to: FlowState): FrameMessage[] {
  if (to.at !== 'no-eligible-assets' || from.at === to.at) return []
  const arrayOfTokensHeld = holdingsPayload(to.context.holdings ?? [])
  return linkEvent('transferNoEligibleAssets', { ...integrationPayload(to), arrayOfTokensHeld })
}

function holdingsPayload(holdings: Holding[]) {
  return holdings.map(({ symbol, availableBalance, availableBalanceInFiat, ineligibilityReason }) => ({
    symbol,
    ...amountPayload(availableBalance),
    ...fiatPayload('amountInFiat', availableBalanceInFiat),
    ...(ineligibilityReason && { ineligibilityReason }),
  }))
}

function closeEvents(to: FlowState): FrameMessage[] {
  if (to.at !== 'left') return []
  const { errorMessage } = to.summary
  // Older published clients read the sentence from `message`.
  return [{ type: to.finished ? 'done' : 'close', payload: to.summary, ...(errorMessage && { message: errorMessage }) }]
}
