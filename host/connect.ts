// Connects the opened link with the flow, and with the site around the page or the app's callback URL.

import type { SiteCallback } from '../components/flow/flow-state.ts'
import type { TransferFlow } from '../components/screens/transfer-flow.ts'
import { stayAboveKeyboard } from '../components/ui/above-keyboard.ts'
import { openLink } from './open-link.ts'
import { bridgePage } from './page-bridge.ts'
import { registeredOrigin } from './registered-origin.ts'
import { clearOpening } from './saved-session.ts'

export async function connect(element: TransferFlow, response: Promise<Response> | null) {
  const registered = registeredOrigin()
  const isFramed = window.parent !== window
  // The user can leave while the link is being opened.
  if (isFramed) bridgePage(element, registered)
  else element.addEventListener('flowLeft', (event) => goBack((event as CustomEvent).detail, registered))
  const link = await openLink(response)
  if (!isFramed) {
    stayAboveKeyboard(document.documentElement)
    // Not before: until then the address contains the link's code.
    guardBack(element)
  }
  element.link = link
  clearOpening()
}

/** The browser's Back button goes one step back in the flow: an extra history entry intercepts it. */
function guardBack(element: TransferFlow) {
  const guard = () => history.pushState(null, '')
  guard()
  window.onpopstate = () => {
    element.goBack()
    guard()
  }
}

/** A full page ends at the app's callback URL, with the transfer's id and status and never a token. */
function goBack(callback: SiteCallback | null, origin: string) {
  // A link that has ended has no callback URL, only its registered origin.
  const target = callback?.url ?? origin
  if (!URL.canParse(target)) return
  const address = new URL(target)
  if (address.protocol !== 'https:' && address.protocol !== 'http:') return
  if (callback?.transferId) address.searchParams.set('transferId', callback.transferId)
  if (callback !== null) address.searchParams.set('status', callback.status)
  location.replace(address)
}
