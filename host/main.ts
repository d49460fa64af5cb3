// The hosted page behind a link: redeems it, then lets <transfer-link> render the steps.

import { chooseLanguage, loadLanguage } from '../components/texts/languages.ts'
import { direction } from '../components/texts/locale.ts'
import '../components/transfer-link.ts'
import { openLink } from './open-link.ts'
import { bridgePage } from './page-bridge.ts'

const element = document.querySelector('transfer-link')
const isEmbedded = window.parent !== window
const asked = new URL(location.href).searchParams
const theme = asked.get('th')

document.documentElement.classList.toggle('page', !isEmbedded)
if (element && (theme === 'light' || theme === 'dark')) {
  element.theme = theme
  document.documentElement.dataset.theme = theme
}

if (element) {
  const [link] = await Promise.all([openLink(), speak(asked.get('lng'))])
  const registered = document.querySelector<HTMLMetaElement>('meta[name="transfer-link-origin"]')?.content ?? ''
  if (isEmbedded) bridgePage(element, 'session' in link ? link.session.client.origin : registered)
  else element.addEventListener('flowLeft', (event) => goBack((event as CustomEvent).detail, registered))
  element.hosted = link
}

/** Loads the language of the link, else of the browser, and says on the page which one it is. */
async function speak(wish: string | null) {
  const choice = chooseLanguage(wish)
  await loadLanguage(choice)
  document.documentElement.lang = choice.locale
  document.documentElement.dir = direction
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
