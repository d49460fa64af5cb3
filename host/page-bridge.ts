// Between the hosted page and the site that embeds it: speaks to the link's one origin alone, and listens to it alone.

import { openChannel } from '../components/protocol/link-channel.ts'
import { type FrameMessage, readSiteMessage, type SiteMessage } from '../components/protocol/link-messages.ts'
import type { TransferFlow } from '../components/screens/transfer-flow.ts'

/** Connects the element to the embedding page. Without an origin nothing is ever posted. */
export function bridgePage(element: TransferFlow, origin: string) {
  if (!URL.canParse(origin)) return
  const channel = openChannel<SiteMessage, FrameMessage>({
    peer: () => window.parent,
    origin: new URL(origin).origin,
    read: readSiteMessage,
    receive: (message) => {
      if (message.type === 'frontAccessTokens') element.accessTokens = message.payload
      else if (message.type === 'closed') element.end()
      else element.requestClose()
    },
  })
  element.addEventListener('flowMessage', (event) => {
    if (!(event instanceof CustomEvent)) return
    const message = event.detail as FrameMessage
    channel.send(message.type === 'loaded' ? { ...message, ...whereToResume() } : message)
  })
}

/** For a site that has to load the frame anew, because it moved it. Told only once the code is gone from the address. */
function whereToResume() {
  const { href, searchParams } = new URL(location.href)
  return searchParams.has('link') && !searchParams.has('auth_code') ? { link: href } : {}
}
