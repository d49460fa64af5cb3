// What the site is told of a usual transfer: a pure function of the flow's move, so that nothing is told twice.

import type { FrameMessage } from '../protocol/link-messages.ts'
import type { LinkEvent, LinkEventName, LinkEventPayloads } from '../protocol/payloads.ts'
import { networkOf } from './choose-network.ts'
import type { EventOf, FlowEvent } from './flow-event.ts'
import type { FlowState } from './flow-state.ts'
import type { Transfer } from './link-answers.ts'
import { aboutIntegration, aboutPreview, aboutSent, aboutSuccess, exact } from './told.ts'

/** For each event, what is told of the move that it made. */
export type Tellers = {
  [Type in FlowEvent['type']]?: (event: EventOf<Type>, to: FlowState, from: FlowState) => FrameMessage[]
}

export const tellers: Tellers = {
  sessionOpened: () => [{ type: 'loaded' }],
  integrationChosen: (_, to) => (to.at === 'sign-in' ? tell('integrationSelected', aboutIntegration(to)) : []),
  fieldsEntered: () => tell('credentialsEntered'),
  codeEntered: (_, __, from) => tell(from.at === 'enter-code' ? 'integrationMfaEntered' : 'transferMfaEntered'),
  connectionAnswered: ({ connection: { state, authData } }, _, from) => {
    if (state === 'codeRequired') return from.at === 'enter-code' ? [] : tell('integrationMfaRequired', undefined)
    if (state !== 'connected' || authData === undefined) return []
    // The published payload is the inside of `accessToken`; the flat tokens travel in it.
    const { accessToken, ...flat } = authData
    return [{ type: 'brokerageAccountAccessToken', payload: { ...accessToken, ...flat } }]
  },
  callFailed: ({ problem: { message: errorMessage, errorType } }, _, from) =>
    /^(sign-in|enter-code|hand-off|choose-asset)$/.test(from.at)
      ? tell('integrationConnectionError', { errorMessage, errorType })
      : [],
  holdingsListed: ({ holdings }, to) => [
    ...(holdings.some((holding) => holding.eligibleForTransfer) ? tell('transferStarted', aboutIntegration(to)) : []),
    ...tellAsset(to),
  ],
  assetChosen: (_, to) => tellAsset(to),
  networkChosen: (_, to) => tellNetwork(to),
  amountEntered: ({ amount }) => tell('transferAmountEntered', exact(amount)),
  previewed: ({ preview }, to) => tell('transferPreviewed', aboutPreview(preview, to)),
  sendAsked: (_, to) => tell('transferInitiated', { ...aboutIntegration(to), status: 'pending' }),
  executed: ({ answer: { outcome, transfer } }) =>
    transfer === null || outcome === 'failed'
      ? []
      : [...tell('transferExecuted', aboutSent(transfer)), ...tellArrival(transfer)],
  transferSeen: ({ transfer }) => tellArrival(transfer),
  leaveAsked: (_, to) => tellEnd(to),
}

export function announceUsually(before: FlowState, event: FlowEvent, after: FlowState, more = tellers): FrameMessage[] {
  const teller = more[event.type] as ((event: FlowEvent, to: FlowState, from: FlowState) => FrameMessage[]) | undefined
  return before === after ? [] : (teller?.(event, after, before) ?? [])
}

export function tell<Name extends LinkEventName>(
  type: Name,
  ...[payload]: LinkEventPayloads[Name] extends undefined ? [] : [LinkEventPayloads[Name]]
): LinkEvent[] {
  return [(payload === undefined ? { type } : { type, payload }) as LinkEvent]
}

export function tellEnd(to: FlowState): FrameMessage[] {
  if (to.at !== 'left') return []
  const { errorMessage } = to.summary
  // Published clients of one age read the sentence from `message`.
  return [{ type: to.finished ? 'done' : 'close', payload: to.summary, ...(errorMessage && { message: errorMessage }) }]
}

export function tellArrival(transfer: Transfer): FrameMessage[] {
  return transfer.status === 'Succeeded' ? [{ type: 'transferFinished', payload: aboutSuccess(transfer) }] : []
}

function tellAsset(to: FlowState): FrameMessage[] {
  return to.at === 'enter-amount'
    ? [...tell('transferAssetSelected', { symbol: to.draft.symbol }), ...tellNetwork(to)]
    : []
}

function tellNetwork(to: FlowState): FrameMessage[] {
  if (to.at !== 'enter-amount') return []
  const { networkId: id } = to.draft
  return tell('transferNetworkSelected', { id, name: networkOf(to.holding, id)?.name ?? '' })
}
