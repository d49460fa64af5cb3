// What a site may set in the page's address cannot hide what its user confirms. The server moves colours that cannot be read
// (readable-colors.ts); here its part is left out, and the tokens stand in the page as a hostile site would write them.
import { expect } from '@open-wc/testing'
import { preview, states } from './samples.ts'
import { showStep } from './show-step.ts'

const root = document.documentElement
const colors = 'bg surface surface-2 text text-muted border brand on-brand focus'.split(' ')

const themes: Record<string, Record<string, string>> = {
  'white text': Object.fromEntries(colors.map((name) => [`color-${name}`, '#fff'])),
  'transparent text': { 'color-text': 'transparent', 'color-text-muted': 'transparent' },
  'text of the colour of the page': { 'color-bg': '#10151c', 'color-surface': '#10151c', 'color-surface-2': '#10151c' },
  'a font of signs': { 'font-family': 'Wingdings, Webdings, Symbol', 'font-mono': 'Wingdings, Webdings, Symbol' },
  'corners that cut off': { 'radius-s': '999px', 'radius-m': '999px', 'radius-l': '999px' },
}

function numbersOf(color: string): number[] {
  return (color.match(/[\d.]+/g) ?? []).map(Number)
}

function luminance([red = 0, green = 0, blue = 0]: number[]): number {
  const [r = 0, g = 0, b = 0] = [red, green, blue].map((part) =>
    part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** The first background behind an element, through the shadow roots. */
function backgroundOf(element: Element | null): number[] {
  for (let at = element; at; at = at.parentElement ?? ((at.getRootNode() as ShadowRoot).host as Element | null)) {
    const numbers = numbersOf(getComputedStyle(at).backgroundColor)
    if (numbers.length === 3 || numbers[3] === 1) return numbers
  }
  return [255, 255, 255]
}

function contrastOf(element: Element): number {
  const [a, b] = [luminance(numbersOf(getComputedStyle(element).color)), luminance(backgroundOf(element))]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

const flows = {
  'the review': { ...states['review-transfer'], quote: { preview, receivedAtMs: Infinity } },
  'a wallet’s review': {
    ...states['review-transfer (wallet)'],
    quote: { ...states['review-transfer (wallet)'].quote, receivedAtMs: Infinity },
  },
}

describe('a hostile theme', () => {
  afterEach(() => root.removeAttribute('style'))

  for (const [name, tokens] of Object.entries(themes))
    for (const scheme of ['light', 'dark'])
      for (const [screen, flow] of Object.entries(flows))
        it(`hides nothing of ${screen}: ${name}, ${scheme}`, async () => {
          root.style.colorScheme = scheme
          const plain = await showStep(flow)
          const facts = ({ step }: typeof plain) => [
            ...(step.shadowRoot?.querySelectorAll<HTMLElement>(
              'h1 span:not(.sr), .box dt, .box dd, .box dd *, .box dt *',
            ) ?? []),
          ]
          const styleOf = (element: HTMLElement) => {
            const { color, fontFamily, fontSize, opacity } = getComputedStyle(element)
            return [element.textContent, color, fontFamily, fontSize, opacity]
          }
          const before = facts(plain).map(styleOf)
          expect(before.length).to.be.greaterThan(10)
          for (const [token, value] of Object.entries(tokens)) root.style.setProperty(`--tl-${token}`, value)
          const themed = await showStep(flow)
          expect(facts(themed).map(styleOf)).to.deep.equal(before)
          for (const element of facts(themed)) {
            const seen = element.closest('.sr') || element.textContent?.trim() === ''
            if (!seen) expect(contrastOf(element), element.outerHTML).to.be.at.least(4.5)
          }
          const box = themed.step.shadowRoot?.querySelector('.box') as Element
          expect(getComputedStyle(box).borderTopLeftRadius).to.equal('14px')
        })
})
