// Runs in the server: renders the page's element with its first screen, which the page's scripts then take over.

// First: the elements are registered when they are loaded.
import './own-registry.ts'
import { LitElementRenderer, render } from '@lit-labs/ssr'
import { collectResultSync } from '@lit-labs/ssr/lib/render-result.js'
import { html } from 'lit'
import { ChooseAccountScreen } from '../components/screens/choose-account.ts'
import type { InitialData } from '../components/screens/first-screen.ts'
import type { Language } from '../components/texts/choose-language.ts'
import { loadTexts } from '../components/texts/load-texts.ts'
import { HostedLink } from './hosted-link.ts'
import { nameWallets } from './name-wallets.ts'
import { enterRegistry, leaveRegistry } from './own-registry.ts'

customElements.define('transfer-link', HostedLink)
// Elements request texts from the element around them when they are connected.
LitElementRenderer.renderOptions.push(() => ({ connectedCallback: true }))

/** The styles in the rendered page, for its policy. */
export const styles = [HostedLink, ChooseAccountScreen].map(({ elementStyles }) =>
  elementStyles.map((style) => ('cssText' in style ? style.cssText : '')).join(''),
)

interface FirstScreen {
  language: Language
  locale: string
  data: InitialData | null
}

export async function renderFirstScreen({ language, locale, data }: FirstScreen): Promise<string> {
  const texts = await loadTexts(language)
  const leave = enterRegistry()
  try {
    return collectResultSync(
      render(
        html`<transfer-link .texts=${texts} .locale=${locale} .initialData=${nameWallets(data, texts)}></transfer-link>`,
      ),
    )
  } finally {
    leave()
  }
}

leaveRegistry()
