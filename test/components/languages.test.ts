// Every screen in several languages, and in two that nobody speaks, on the narrowest phone: nothing is cut off, nothing
// leaves the page, and no English word shows where another language is spoken.
import { expect, fixture, html } from '@open-wc/testing'
import type { FlowState } from '../../components/flow/flow-state.ts'
import { renderStep } from '../../components/steps/render-step.ts'
import { loadTexts } from '../../components/texts/languages.ts'
import { notation } from '../../components/texts/notation.ts'
import { showLanguage, type Texts } from '../../components/texts/texts.ts'
import { pseudoTexts } from '../support/pseudo-language.ts'
import { type StateName, states } from './samples.ts'
import './show-step.ts'

const english = await loadTexts('en')
// The pseudo-languages are longer than any other.
const spoken: [string, Texts][] = await Promise.all(
  (['ru', 'fa'] as const).map(async (language): Promise<[string, Texts]> => [language, await loadTexts(language)]),
)
const made = (['en-XA', 'ar-XB'] as const).map((name): [string, Texts] => [name, pseudoTexts(english, name)])
const names = Object.keys(states) as StateName[]

interface Screen {
  frame: HTMLElement
  elements: HTMLElement[]
}

async function show(flow: FlowState): Promise<Screen> {
  const frame = await fixture<HTMLElement>(
    html`<div dir=${notation.direction} style="width: 320px; height: 568px; display: flex; flex-direction: column; overflow: hidden">
      ${renderStep(flow, 'Northwind')}</div>`,
  )
  const step = frame.firstElementChild as (HTMLElement & { updateComplete?: Promise<unknown> }) | null
  await step?.updateComplete
  return { frame, elements: [...deepElements(frame)] }
}

function* deepElements(root: Element | ShadowRoot): Generator<HTMLElement> {
  // The names of countries are the browser's.
  for (const element of root.querySelectorAll<HTMLElement>(':not(option)')) {
    yield element
    if (element.shadowRoot) yield* deepElements(element.shadowRoot)
  }
}

const isShown = (element: HTMLElement) =>
  element.getClientRects().length > 0 && !element.closest('.sr') && !(element instanceof SVGElement)

/** What sticks out of the page at a side, or out of the button or line that it stands in. */
function cutOff({ frame, elements }: Screen): string[] {
  const page = frame.getBoundingClientRect()
  const sticksOut = (inner: DOMRect, outer: DOMRect) =>
    inner.width > 0 && (inner.left < outer.left - 1 || inner.right > outer.right + 1)
  return elements
    .filter(isShown)
    .filter((element) => {
      const own = element.getBoundingClientRect()
      return sticksOut(own, page) || textsOf(element).some((text) => sticksOut(text, own))
    })
    .map((element) => `${element.localName}.${element.className}: ${element.textContent?.trim().slice(0, 40)}`)
}

/** Where the element's own words stand, without those of the elements in it. */
function textsOf(element: HTMLElement): DOMRect[] {
  const words = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE)
  return words.map((node) => {
    const range = document.createRange()
    range.selectNodeContents(node)
    return range.getBoundingClientRect()
  })
}

describe('languages', () => {
  afterEach(() => showLanguage(english, 'en-GB'))

  for (const [language, texts] of [...spoken, ...made]) {
    it(`shows whole screens on a narrow phone: ${language}`, async () => {
      showLanguage(texts, language)
      const found: string[] = []
      for (const name of names) found.push(...cutOff(await show(states[name])).map((what) => `${name}: ${what}`))
      expect(found).to.deep.equal([])
    })
  }

  it('says nothing in English that is not in the texts', async () => {
    showLanguage(pseudoTexts(english, 'en-XA'), 'en-XA')
    const marked = /^[^a-z]*$|[\u00e1\u00e9\u00ed\u00f3\u00fa\u00fd\u0144\u0107\u015b]/i
    // Names that come from outside, and what Intl writes.
    const outside =
      /Northwind|Sandbox|Kraken|Binance|Coinbase|MetaMask|Savings|req_|USD|ETH|BTC|SOL|TEST|Base|Ethereum|Solana|Bitcoin|Monero|XMR|0x|[0-9a-f]{8}-|Ether|Tether|\d (sec|min|hr)|\d:\d|Main|user_|pass_|•|@|[A-Z][a-z]+ [A-Z]?/
    for (const name of names) {
      const { elements } = await show(states[name])
      const own = elements.flatMap((element) => [
        ...[...element.childNodes]
          .filter((node) => node.nodeType === Node.TEXT_NODE)
          .map((node) => node.textContent ?? ''),
        ...['aria-label', 'placeholder', 'title', 'alt'].map((attribute) => element.getAttribute(attribute) ?? ''),
      ])
      const forgotten = own
        .map((text) => text.trim())
        .filter((text) => /[a-z]{3}/.test(text) && !marked.test(text) && !outside.test(text))
      expect(forgotten, name).to.deep.equal([])
    }
  })
})
