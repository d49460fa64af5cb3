// Turns the messages of the hosted page into events of the element, each once and in order, and keeps the state of the link.

import type { FlowMessage } from '../protocol/link-messages.ts'
import type {
  LinkEvent,
  LinkEventPayloads,
  SessionSummary,
  TransferLinkEvents,
  TransferLinkState,
} from '../protocol/payloads.ts'

export type SiteNotice = Exclude<FlowMessage, { type: 'loaded' | 'oauthLinkOpen' | 'close' | 'done' }>

export interface Site {
  /** Whether no listener called `preventDefault()`. */
  emit<Name extends keyof TransferLinkEvents>(
    name: Name,
    detail: TransferLinkEvents[Name]['detail'],
    cancelable?: boolean,
  ): boolean
  mark(state: TransferLinkState, isOn?: boolean): void
  /** A listener may have closed the link. */
  isOpen(): boolean
}

type SummaryTransfer = NonNullable<SessionSummary['transfer']>
type Sent = SummaryTransfer & { networkId: string }

export interface SiteNotifier {
  notify(message: SiteNotice): void
  /** For the summary, when the page closes the link before the frame can. */
  openTransfer(): SummaryTransfer | undefined
}

export function notifySite({ emit, mark, isOpen }: Site): SiteNotifier {
  let quote: LinkEventPayloads['transferPreviewed'] | undefined
  let underWay: SummaryTransfer | undefined
  let finished: string | undefined

  const notifyAlso = (event: LinkEvent) => {
    if (isOpen()) emit('linkEvent', event)
  }

  /** Once per transfer. */
  const finish = ({ payload }: Extract<SiteNotice, { type: 'transferFinished' }>) => {
    if (finished && finished === payload.transferId) return
    finished = payload.transferId
    underWay = undefined
    mark('submitting', false)
    mark(payload.status === 'success' ? 'done' : 'error')
    emit('transferFinished', { type: 'transferFinished', payload })
    if (payload.status === 'success') notifyAlso({ type: 'transferCompleted', payload })
  }

  /** From the request to send on, a transfer may be on its way. */
  const follow = (event: LinkEvent) => {
    if (event.type === 'transferPreviewed') quote = event.payload
    if (event.type === 'transferExecuted') underWay = summaryOf(event.payload)
    else if (/^transfer(Initiated|MfaEntered)$/.test(event.type))
      underWay = quote && summaryOf({ ...quote, transferId: '', status: 'unknown' })
    // A response without a transfer: nothing was sent.
    else if (!underWay?.transferId) underWay = undefined
    mark('submitting', event.type === 'transferInitiated')
    emit('linkEvent', event)
  }

  return {
    openTransfer: () => underWay,
    notify(message) {
      if (message.type === 'transferFinished') return finish(message)
      if (message.type !== 'brokerageAccountAccessToken') return follow(message)
      const { auth_token, refresh_token, ...accessToken } = message.payload
      const { brokerType: integrationType, brokerName: integrationName } = accessToken
      mark('connected')
      emit('brokerConnected', {
        accessToken,
        ...(auth_token && { auth_token }),
        ...(refresh_token && { refresh_token }),
      })
      notifyAlso({ type: 'integrationConnected', payload: { integrationType, integrationName } })
    },
  }
}

function summaryOf(sent: Sent): SummaryTransfer {
  const { transferId, status, symbol, amount, amountText, networkId, networkName, previewId, clientTransactionId } =
    sent
  return {
    ...{ transferId, status, symbol, amount, amountText, networkId, networkName },
    ...(previewId && { previewId }),
    ...(transferId && { transactionId: transferId }),
    ...(clientTransactionId && { clientTransactionId }),
  }
}
