// The hosted page of a link: shows the first screen in its <transfer-link>, then connects it with the opened link.

import '../components/screens/choose-account.ts'
import { TransferFlow } from '../components/screens/transfer-flow.ts'
import { chooseLanguage } from '../components/texts/choose-language.ts'
import { loadTexts } from '../components/texts/load-texts.ts'
import { connect } from './connect.ts'
import { firstResponse } from './first-request.ts'

/** On a site, `<transfer-link>` is a shell around this page. In this page, the same tag shows the flow. */
class HostedLink extends TransferFlow {}

const page = document.documentElement
page.classList.toggle('page', window.parent === window)
start().catch(reloadWhenReachable)

async function start() {
  const texts = await loadTexts(chooseLanguage(page.lang).language)
  customElements.define('transfer-link', HostedLink)
  const element = document.querySelector('transfer-link') as HostedLink
  element.texts = texts
  element.locale = page.lang
  element.initialData = JSON.parse(document.getElementById('initial-data')?.textContent ?? 'null')
  element.addEventListener('screenMissing', reloadWhenReachable)
  await connect(element, firstResponse)
}

/** The new page resumes the session. */
async function reloadWhenReachable() {
  const found = await fetch(location.href, { method: 'HEAD' }).catch(() => null)
  if (found?.ok) location.reload()
  else setTimeout(reloadWhenReachable, 3000)
}
