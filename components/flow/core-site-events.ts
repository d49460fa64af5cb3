// The public events of the core transitions: a pure function of one transition, so that no event is emitted twice.

import type { FrameMessage } from '../protocol/link-messages.ts'
import type { LinkEvent, LinkEventName, LinkEventPayloads } from '../protocol/payloads.ts'
import { findNetwork } from './choose-network.ts'
import { amountPayload, integrationPayload, previewPayload, sentPayload, successPayload } from './event-payloads.ts'
import type { EventOf, FlowEvent } from './flow-event.ts'
import type { FlowState } from './flow-state.ts'
import type { Transfer } from './link-responses.ts'

/** For each event of the flow, the public events of the transition that it caused. */
export type Emitters = {
  [Type in FlowEvent['type']]?: (event: EventOf<Type>, to: FlowState, from: FlowState) => FrameMessage[]
}

export const coreEmitters: Emitters = {
  sessionOpened: () => [{ type: 'loaded' }],
  integrationChosen: (_, to) => (to.at === 'sign-in' ? linkEvent('integrationSelected', integrationPayload(to)) : []),
  fieldsEntered: () => linkEvent('credentialsEntered'),
  codeEntered: (_, __, from) => linkEvent(from.at === 'enter-code' ? 'integrationMfaEntered' : 'transferMfaEntered'),
  connectionAnswered: ({ connection: { state, authData } }, _, from) => {
    if (state === 'codeRequired') return from.at === 'enter-code' ? [] : linkEvent('integrationMfaRequired', undefined)
    if (state !== 'connected' || authData === undefined) return []
    // The published payload is the content of `accessToken`. It also carries the flat tokens.
    const { accessToken, ...flat } = authData
    return [{ type: 'brokerageAccountAccessToken', payload: { ...accessToken, ...flat } }]
  },
  callFailed: ({ problem: { message: errorMessage, errorType } }, _, from) =>
    /^(sign-in|enter-code|hand-off|choose-asset)$/.test(from.at)
      ? linkEvent('integrationConnectionError', { errorMessage, errorType })
      : [],
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
  executed: ({ response: { outcome, transfer } }) =>
    transfer === null || outcome === 'failed'
      ? []
      : [...linkEvent('transferExecuted', sentPayload(transfer)), ...arrivalEvents(transfer)],
  transferPolled: ({ transfer }) => arrivalEvents(transfer),
  leaveRequested: (_, to) => closeEvents(to),
}

type SiteEvents = (before: FlowState, event: FlowEvent, after: FlowState) => FrameMessage[]

/** The events that a transition emits to the site, by one table of emitters. */
export function siteEventsBy(table: Emitters): SiteEvents {
  return (before, event, after) => {
    const emit = table[event.type] as ((event: FlowEvent, to: FlowState, from: FlowState) => FrameMessage[]) | undefined
    return before === after ? [] : (emit?.(event, after, before) ?? [])
  }
}

export const coreSiteEvents = siteEventsBy(coreEmitters)

export function linkEvent<Name extends LinkEventName>(
  type: Name,
  ...[payload]: LinkEventPayloads[Name] extends undefined ? [] : [LinkEventPayloads[Name]]
): LinkEvent[] {
  return [(payload === undefined ? { type } : { type, payload }) as LinkEvent]
}

export function closeEvents(to: FlowState): FrameMessage[] {
  if (to.at !== 'left') return []
  const { errorMessage } = to.summary
  // Older published clients read the sentence from `message`.
  return [{ type: to.finished ? 'done' : 'close', payload: to.summary, ...(errorMessage && { message: errorMessage }) }]
}

export function arrivalEvents(transfer: Transfer): FrameMessage[] {
  return transfer.status === 'Succeeded' ? [{ type: 'transferFinished', payload: successPayload(transfer) }] : []
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
