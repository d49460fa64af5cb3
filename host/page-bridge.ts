// Connects the hosted page with the site that embeds it. Sends to and accepts from the link's registered origin only.

import { openChannel } from '../components/protocol/link-channel.ts'
import { type FrameMessage, readSiteMessage, type SiteMessage } from '../components/protocol/link-messages.ts'
import type { TransferFlow } from '../components/screens/transfer-flow.ts'
import { isPublishedClient, savePublishedClient } from './published-client.ts'

/** Connects the element to the embedding page. Without an origin nothing is ever posted. */
export function bridgePage(element: TransferFlow, origin: string) {
  if (!URL.canParse(origin)) return
  let expectsSuccesses = isPublishedClient()
  const channel = openChannel<SiteMessage, FrameMessage>({
    peer: () => window.parent,
    origin: new URL(origin).origin,
    read: readSiteMessage,
    receive: (message) => {
      if (message.type === 'meshSDKSpecs') {
        expectsSuccesses = true
        savePublishedClient()
      } else if (message.type === 'frontAccessTokens') element.accessTokens = message.payload
      else if (message.type === 'closed') element.end()
      else element.requestClose()
    },
  })
  element.addEventListener('flowMessage', (event) => {
    if (!(event instanceof CustomEvent)) return
    const message = event.detail as FrameMessage
    // Its failure was sent as transferExecutionError before.
    if (expectsSuccesses && message.type === 'transferFinished' && message.payload.status === 'error') return
    channel.send(message.type === 'loaded' ? { ...message, ...whereToResume() } : message)
  })
}

/** The URL with which a site reloads a frame that it moved. Sent only once the code is no longer in the address. */
function whereToResume() {
  const { href, searchParams } = new URL(location.href)
  return searchParams.has('link') && !searchParams.has('auth_code') ? { link: href } : {}
}
