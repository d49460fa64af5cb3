import { css, html, nothing } from 'lit'
import type { Provider } from '../flow/link-responses.ts'
import { isWebAddress } from '../protocol/link-messages.ts'
import type { Texts } from '../texts/texts.ts'

export const providerStyles = css`
  .note a { color: inherit }
`

/** Who runs this page, with its terms. Nothing if the operator has not named itself. */
export function providerNote({ provider: words }: Texts, provider: Provider | null | undefined) {
  if (!provider) return nothing
  const links = [
    [words.terms, provider.termsUrl],
    [words.privacy, provider.privacyUrl],
  ].filter(([, url]) => isWebAddress(url))
  return html`<p class="note">${words.by(provider.name)}${links.map(
    ([label, url]) => html` · <a href=${url ?? nothing} target="_blank" rel="noopener noreferrer">${label}</a>`,
  )}</p>`
}
