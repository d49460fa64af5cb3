// The hosted page behind a link: redeems it, and shows the steps in its own <transfer-link>.

import { chooseLanguage } from '../components/texts/choose-language.ts'
import { loadLanguage } from '../components/texts/languages.ts'
import { notation } from '../components/texts/notation.ts'
import { showLanguage, type Texts } from '../components/texts/texts.ts'
import { TransferFlow } from '../components/transfer-flow.ts'
import { openLink } from './open-link.ts'
import { bridgePage } from './page-bridge.ts'

declare global {
  /** Set by the script that the server puts into the page: texts by language. */
  var transferLinkTexts: Record<string, () => Texts> | undefined
}

/** The element that sites know is a shell around this page; in the page itself, the same name stands for what is inside. */
class HostedLink extends TransferFlow {}

const isEmbedded = window.parent !== window
const asked = new URL(location.href).searchParams
const theme = asked.get('th')

document.documentElement.classList.toggle('page', !isEmbedded)
if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
// Once this script has run to its end: the texts need what it shares there (inline-page.ts).
queueMicrotask(start)

async function start() {
  const opened = openLink()
  await speak(asked.get('lng'))
  customElements.define('transfer-link', HostedLink)
  const element = document.querySelector('transfer-link') as HostedLink
  element.firstLook = JSON.parse(document.getElementById('first-look')?.textContent ?? 'null')
  element.addEventListener('screenMissing', reloadWhenReachable)
  const link = await opened
  const registered = document.querySelector<HTMLMetaElement>('meta[name="transfer-link-origin"]')?.content ?? ''
  if (isEmbedded) bridgePage(element, 'session' in link ? link.session.client.origin : registered)
  else element.addEventListener('flowLeft', (event) => goBack((event as CustomEvent).detail, registered))
  element.link = link
}

/** The session is taken up again by the new page. */
async function reloadWhenReachable() {
  const answer = await fetch(location.href, { method: 'HEAD' }).catch(() => null)
  if (answer?.ok) location.reload()
  else setTimeout(reloadWhenReachable, 3000)
}

/** The language of the link, else of the browser: the page brings it along, else it is loaded. Says which one it is. */
async function speak(wish: string | null) {
  const choice = chooseLanguage(wish)
  const brought = globalThis.transferLinkTexts?.[choice.language]
  if (brought) showLanguage(brought(), choice.locale)
  else await loadLanguage(choice)
  document.documentElement.lang = choice.locale
  document.documentElement.dir = notation.direction
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
