// The hosted page of a link: shows the first screen in its <transfer-link> while the remaining code is loading.

import { TransferFlow } from '../components/screens/transfer-flow.ts'
import { showLanguage, type Texts } from '../components/texts/texts.ts'
import { requestSession } from './request-session.ts'

declare global {
  /** The texts of the language that the server chose. Those of the first screen are part of the page. */
  var transferLinkTexts: { first(): Texts; main(): Promise<{ texts: Texts }>; onDemand(): Promise<{ texts: Texts }> }
}

/** On a site, `<transfer-link>` is a shell around this page. In this page, the same tag shows the flow. */
class HostedLink extends TransferFlow {}

const page = document.documentElement
const query = new URL(location.href).searchParams
const authCode = query.get('auth_code')
const response = authCode === null ? null : requestSession(authCode)
const rest = Promise.all([import('./connect.ts'), transferLinkTexts.main()])

page.classList.toggle('page', window.parent === window)
// After the end of this script, because the texts need what it shares there (inline-page.ts).
queueMicrotask(start)

async function start() {
  const first = transferLinkTexts.first()
  showLanguage(first, page.lang)
  customElements.define('transfer-link', HostedLink)
  const element = document.querySelector('transfer-link') as HostedLink
  element.initialData = JSON.parse(document.getElementById('initial-data')?.textContent ?? 'null')
  element.addEventListener('screenMissing', reloadWhenReachable)
  try {
    const [{ connect }, main] = await rest
    const texts = { ...first, ...main.texts }
    showLanguage(texts, page.lang)
    element.loadOnDemandTexts = async () =>
      showLanguage({ ...texts, ...(await transferLinkTexts.onDemand()).texts }, page.lang)
    await connect(element, response)
  } catch {
    reloadWhenReachable()
  }
}

/** The new page resumes the session. */
async function reloadWhenReachable() {
  const found = await fetch(location.href, { method: 'HEAD' }).catch(() => null)
  if (found?.ok) location.reload()
  else setTimeout(reloadWhenReachable, 3000)
}
