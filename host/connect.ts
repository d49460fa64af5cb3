// Brings the opened link and its flow together: with the site around the page, or with the app's address to go back to.

import type { TransferFlow } from '../components/screens/transfer-flow.ts'
import { stayAboveKeyboard } from '../components/ui/above-keyboard.ts'
import { openLink } from './open-link.ts'
import { bridgePage } from './page-bridge.ts'
import { clearOpening } from './saved-session.ts'

export async function connect(element: TransferFlow, response: Promise<Response> | null) {
  const link = await openLink(response)
  const registered = document.querySelector<HTMLMetaElement>('meta[name="transfer-link-origin"]')?.content ?? ''
  if (window.parent !== window) bridgePage(element, 'session' in link ? link.session.client.origin : registered)
  else {
    stayAboveKeyboard(document.documentElement)
    guardBack(element)
    element.addEventListener('flowLeft', (event) => goBack((event as CustomEvent).detail, registered))
  }
  element.link = link
  clearOpening()
}

/** The browser's own way back is one step of the flow: an entry of its own takes it. */
function guardBack(element: TransferFlow) {
  const guard = () => history.pushState(null, '')
  guard()
  window.onpopstate = () => {
    element.goBack()
    guard()
  }
}

/** A full page ends at the app's own address, with what happened and never a token. */
function goBack(callback: { url: string; transferId: string | null; status: string } | null, origin: string) {
  // A link that has ended tells no callback address, only where it belongs.
  const target = callback?.url ?? origin
  if (!URL.canParse(target)) return
  const address = new URL(target)
  if (address.protocol !== 'https:' && address.protocol !== 'http:') return
  if (callback?.transferId) address.searchParams.set('transferId', callback.transferId)
  if (callback !== null) address.searchParams.set('status', callback.status)
  location.replace(address)
}
