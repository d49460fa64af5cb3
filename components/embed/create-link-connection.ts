// Callbacks over the events of <transfer-link>. Importing this does nothing and works on a server: the element is
// loaded when a link is opened.

import type {
  BrokerConnectedPayload,
  ExitDetail,
  IntegrationAccessToken,
  LinkEvent,
  SessionSummary,
  TransferFinishedPayload,
} from '../protocol/payloads.ts'
import type { TransferLink } from './transfer-link.ts'

export type {
  AccountToken,
  BrokerConnectedPayload,
  ExitDetail,
  IntegrationAccessToken,
  LinkEvent,
  LinkEventName,
  SessionSummary,
  TransferError,
  TransferFinishedPayload,
  TransferSuccess,
} from '../protocol/payloads.ts'

export { addWalletConnector, type WalletConnector, type WalletProvider } from './wallet-connector.ts'

export interface LinkConnectionOptions {
  /** The client's public identifier. The client secret never belongs in a browser. */
  clientId?: string
  /** An account was connected. Send `auth_token` to your server, or have your server fetch it: `TokenDelivery: "server"`. */
  onBrokerConnected?: (authData: BrokerConnectedPayload) => void
  /** The link was closed. Fires last, once per opening. `error` is a sentence, absent on success. */
  onExit?: (error?: string, summary?: SessionSummary) => void
  /** A transfer succeeded or failed. Fires once per transfer. */
  onTransferFinished?: (data: TransferFinishedPayload) => void
  /** Progress and errors. */
  onEvent?: (event: LinkEvent) => void
  /** Accounts connected earlier. Only the first one is used. */
  accessTokens?: IntegrationAccessToken[]
  /** Language and region of the UI, as in `fr-CA`. Defaults to the browser's, as does `system`. */
  locale?: string
  /** Currency of fiat amounts, as in `EUR`. Defaults to US dollars. */
  fiatCurrency?: string
  /** Light or dark, independent of the system setting. */
  theme?: 'light' | 'dark' | 'system'
  /** One CSS colour for buttons, links and focus. */
  brandColor?: string
  /** The origin of your server. Links of other origins are not opened, and receive no tokens. */
  server?: string
}

export interface LinkConnection {
  /** Opens the `iFrameUrl` that your server received when it created the link. */
  openPopup(url: string): void
  closePopup(): void
}

export function createLinkConnection(options: LinkConnectionOptions): LinkConnection {
  let opening: symbol | null = null
  let element: TransferLink | null = null

  const exit = (detail: ExitDetail) => {
    opening = null
    const closed = element
    element = null
    // If the page is still open, it ends its session first. The element then removes the dialog.
    const root = closed?.shadowRoot
    const dialog = root?.querySelector('dialog')
    if (root && dialog)
      new MutationObserver(() => dialog.isConnected || closed.remove()).observe(root, { childList: true })
    else closed?.remove()
    options.onExit?.(detail.error, detail.summary)
  }

  const open = async (url: string, thisOpening: symbol) => {
    await import('./transfer-link.ts')
    if (opening !== thisOpening) return
    element = document.createElement('transfer-link')
    element.accessTokens = options.accessTokens ?? []
    element.locale = options.locale ?? ''
    element.fiatCurrency = options.fiatCurrency ?? ''
    element.theme = options.theme ?? 'system'
    element.brandColor = options.brandColor ?? ''
    element.server = options.server ?? ''
    element.addEventListener('brokerConnected', (event) => options.onBrokerConnected?.(event.detail))
    element.addEventListener('transferFinished', (event) => options.onTransferFinished?.(event.detail))
    element.addEventListener('linkEvent', (event) => options.onEvent?.(event.detail))
    element.addEventListener('exit', (event) => exit(event.detail))
    document.body.append(element)
    element.openPopup(url)
  }

  const closePopup = () => {
    if (element !== null) element.closePopup()
    else if (opening !== null) exit({})
  }

  return {
    closePopup,
    openPopup(url) {
      closePopup()
      // A listener of that exit may have opened another link.
      if (opening !== null) return
      const thisOpening = Symbol('opening')
      opening = thisOpening
      open(url, thisOpening).catch(() => {
        if (opening === thisOpening) exit({ error: 'The transfer window could not be loaded. Try again.' })
      })
    },
  }
}
