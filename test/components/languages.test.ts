// Every screen in two pseudo-languages, one longer than any other, one from the right, on the narrowest phone:
// nothing is cut off, nothing leaves the page, and no English word shows where another language is spoken.
import { expect, fixture, html } from '@open-wc/testing'
import type { FlowState } from '../../components/flow/flow-state.ts'
import { loadTexts } from '../../components/texts/load-texts.ts'
import type { Texts } from '../../components/texts/texts.ts'
import { pseudoTexts } from '../support/pseudo-language.ts'
import { type StateName, states } from './samples.ts'
import { loadScreenOf, type ScreenFrame } from './screen-frame.ts'

const english = await loadTexts('en')
const names = Object.keys(states) as StateName[]

interface Screen {
  frame: HTMLElement
  elements: HTMLElement[]
}

async function show(state: FlowState, texts: Texts, locale: string): Promise<Screen> {
  await loadScreenOf(state)
  const frame = await fixture<ScreenFrame>(
    html`<screen-frame dir=${locale.startsWith('ar') ? 'rtl' : 'ltr'} .state=${state} .texts=${texts} .locale=${locale}
      style="width: 320px; height: 568px; display: flex; flex-direction: column; overflow: hidden"></screen-frame>`,
  )
  await frame.screen?.updateComplete
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

/** The white space at the end of a line, which some browsers count though it is not visible. */
const hangingSpace = 6

/** What sticks out of the page at a side, or out of the button or line that it stands in. */
function cutOff({ frame, elements }: Screen): string[] {
  const page = frame.getBoundingClientRect()
  const sticksOut = (inner: DOMRect, outer: DOMRect, room = 1) =>
    inner.width > 0 && (inner.left < outer.left - room || inner.right > outer.right + room)
  return elements
    .filter(isShown)
    .filter((element) => {
      const own = element.getBoundingClientRect()
      return sticksOut(own, page) || textsOf(element).some((text) => sticksOut(text, own, hangingSpace))
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

/** Whatever is said in English though it is not in the texts. */
function forgotten({ elements }: Screen): string[] {
  const words = elements.filter((element) => element.closest('.address') === null)
  const shown = words.flatMap((element) => [
    ...[...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE).map((node) => node.textContent ?? ''),
    ...['aria-label', 'placeholder', 'title', 'alt'].map((name) => element.getAttribute(name) ?? ''),
  ])
  return shown
    .map((text) => text.trim())
    .filter((text) => /[a-z]{3}/.test(text) && !accented.test(text) && !outside.test(text))
}

const accented = /[áéíóúýńćś]/i
/** Names that come from outside, and what Intl writes. */
const outside =
  /Northwind|Sandbox|Kraken|Binance|MetaMask|Savings|Bitcoin|USD|ETH|TEST|Base|Ethereum|Monero|req_|0x|\d (sec|min|hr)|Main|user_|[A-Z][a-z]+ [A-Z]?/

describe('languages', () => {
  for (const language of ['en-XA', 'ar-XB'] as const) {
    it(`shows whole screens on a narrow phone in ${language}, and no text that is not in the texts`, async function () {
      this.timeout(30_000)
      const texts = pseudoTexts(english, language)
      const found: string[] = []
      for (const name of names) {
        const screen = await show(states[name], texts, language)
        const problems = [...cutOff(screen), ...(language === 'en-XA' ? forgotten(screen) : [])]
        found.push(...problems.map((what) => `${name}: ${what}`))
      }
      expect(found).to.deep.equal([])
    })
  }
})
