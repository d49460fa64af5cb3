// The hosted page behind a link: shows the first screen in its own <transfer-link>, while the rest is on its way.

import { TransferFlow } from '../components/screens/transfer-flow.ts'
import { showLanguage, type Texts } from '../components/texts/texts.ts'
import { requestSession } from './request-session.ts'

declare global {
  /** The texts of the language that the server chose, those of the first screen in the page itself. */
  var transferLinkTexts: { first(): Texts; main(): Promise<{ texts: Texts }>; rare(): Promise<{ texts: Texts }> }
}

/** The element that sites know is a shell around this page; in the page itself, the same name stands for what is inside. */
class HostedLink extends TransferFlow {}

const page = document.documentElement
const query = new URL(location.href).searchParams
const authCode = query.get('auth_code')
const response = authCode === null ? null : requestSession(authCode)
const rest = Promise.all([import('./connect.ts'), transferLinkTexts.main()])

page.classList.toggle('page', window.parent === window)
// Once this script has run to its end: the texts need what it shares there (inline-page.ts).
queueMicrotask(start)

async function start() {
  const first = transferLinkTexts.first()
  showLanguage(first, page.lang)
  customElements.define('transfer-link', HostedLink)
  const element = document.querySelector('transfer-link') as HostedLink
  element.firstLook = JSON.parse(document.getElementById('first-look')?.textContent ?? 'null')
  element.addEventListener('screenMissing', reloadWhenReachable)
  try {
    const [{ connect }, main] = await rest
    const texts = { ...first, ...main.texts }
    showLanguage(texts, page.lang)
    element.loadRareTexts = async () => showLanguage({ ...texts, ...(await transferLinkTexts.rare()).texts }, page.lang)
    await connect(element, response)
  } catch {
    reloadWhenReachable()
  }
}

/** The session is taken up again by the new page. */
async function reloadWhenReachable() {
  const found = await fetch(location.href, { method: 'HEAD' }).catch(() => null)
  if (found?.ok) location.reload()
  else setTimeout(reloadWhenReachable, 3000)
}
