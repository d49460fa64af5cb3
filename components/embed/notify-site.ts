// Turns the messages of the hosted page into events of the element, each once and in order, and keeps the state of the link.

import type { ConnectedMessage, FlowMessage } from '../protocol/link-messages.ts'
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
  /** The site closes the link while the user chooses between connected accounts: reports them. */
  reportUnchosen(): void
}

export function notifySite({ emit, mark, isOpen }: Site): SiteNotifier {
  let quote: LinkEventPayloads['transferPreviewed'] | undefined
  let underWay: SummaryTransfer | undefined
  let finished: string | undefined
  let unchosen: ConnectedMessage | undefined

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

  const connect = ({ auth_token, refresh_token, ...accessToken }: ConnectedMessage) => {
    const { brokerType: integrationType, brokerName: integrationName } = accessToken
    unchosen = undefined
    mark('connected')
    emit('brokerConnected', {
      accessToken,
      ...(auth_token && { auth_token }),
      ...(refresh_token && { refresh_token }),
    })
    notifyAlso({ type: 'integrationConnected', payload: { integrationType, integrationName } })
  }

  return {
    openTransfer: () => underWay,
    reportUnchosen() {
      if (unchosen) connect(unchosen)
    },
    notify(message) {
      if (message.type === 'transferFinished') return finish(message)
      if (message.type === 'unchosenAccounts') unchosen = message.payload
      else if (message.type === 'brokerageAccountAccessToken') connect(message.payload)
      else follow(message)
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
