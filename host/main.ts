// The hosted page of a link: takes over the first screen, which the server rendered, then connects it with the opened link.

// Imported first: Lit reads it when it is loaded.
import '@lit-labs/ssr-client/lit-element-hydrate-support.js'
import '../components/screens/choose-account.ts'
import { readRecent } from '../components/flow/recent-integrations.ts'
import { chooseLanguage } from '../components/texts/choose-language.ts'
import { loadTexts } from '../components/texts/load-texts.ts'
import { connect } from './connect.ts'
import { repeatEarlyClick } from './early-click.ts'
import { HostedLink } from './hosted-link.ts'
import { nameWallets } from './name-wallets.ts'

const page = document.documentElement

/** `response` redeems the link's code. It is null if the page resumes a session. */
export async function takeOver(response: Promise<Response> | null) {
  const texts = await loadTexts(chooseLanguage(page.lang).language)
  customElements.define('transfer-link', HostedLink)
  const element = document.querySelector('transfer-link') as HostedLink
  const isInUse = document.activeElement === element
  element.texts = texts
  element.locale = page.lang
  element.initialData = nameWallets(JSON.parse(document.getElementById('initial-data')?.textContent ?? 'null'), texts)
  await element.updateComplete
  await element.shadowRoot?.querySelector('choose-account-screen')?.updateComplete
  repeatEarlyClick()
  // The list must not move under a user who has begun to use it.
  if (!isInUse) element.recent = readRecent()
  await connect(element, response)
}
