// Pages also read from right to left, so styles say start and end, never left and right.
import { expect } from '@open-wc/testing'
import type { ReactiveElement } from 'lit'
import '../../components/embed/transfer-link.ts'
import '../../components/screens/leave-dialog.ts'
import { TransferFlow } from '../../components/screens/transfer-flow.ts'
import { sidedStyles } from '../support/sided-styles.ts'
import { deepElements } from './deep.ts'
import { states } from './samples.ts'
import { showStep } from './show-step.ts'

customElements.define('transfer-flow', TransferFlow)

function sheetOf(css: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  return sheet
}

describe('styles', () => {
  for (const css of [
    'a { margin-left: 4px }',
    'a { left: 0 }',
    'a { text-align: right }',
    'a { border-top-left-radius: 2px }',
    'a { padding: 0 1px 0 2px }',
    'a { padding: 0 var(--one) 0 calc(2px + var(--two)) }',
    '@media (width < 9px) { a { border-right: 1px solid } }',
  ])
    it(`with a physical side are found: ${css}`, () => {
      expect(sidedStyles(sheetOf(css)).length).to.be.at.least(1)
    })

  for (const css of [
    'a { margin-inline-start: 4px; --left: 3; text-align: end }',
    'a { padding: 0 1px 2px 1px; inset: 0; border-radius: 2px }',
    'a { margin: 0 var(--one) 2px var(--one) }',
  ])
    it(`without one are not found: ${css}`, () => {
      expect(sidedStyles(sheetOf(css))).to.deep.equal([])
    })

  const withScreens = Object.entries(states).filter(([, { at }]) => at !== 'opening' && at !== 'left')
  for (const [name, state] of withScreens)
    it(`of ${name} use logical sides only`, async () => {
      const { step } = await showStep(state)
      const sheets = [...deepElements(step.getRootNode() as ShadowRoot)].flatMap(
        ({ shadowRoot }) => shadowRoot?.adoptedStyleSheets ?? [],
      )
      expect(sheets.length, 'base, parts, frame, own').to.be.at.least(4)
      expect(sheets.flatMap(sidedStyles)).to.deep.equal([])
    })

  for (const tag of ['transfer-flow', 'leave-dialog', 'transfer-link'])
    it(`of ${tag} use logical sides only`, () => {
      const { elementStyles } = customElements.get(tag) as unknown as typeof ReactiveElement
      const sheets = elementStyles.map((styles) => ('styleSheet' in styles && styles.styleSheet) || sheetOf(''))
      expect(sheets.flatMap(({ cssRules }) => [...cssRules]).length).to.be.at.least(10)
      expect(sheets.flatMap(sidedStyles)).to.deep.equal([])
    })

  it('of the hosted page use logical sides only', async () => {
    const page = await (await fetch('/host/index.html')).text()
    const found = new DOMParser().parseFromString(page, 'text/html').querySelectorAll('style')
    expect(found.length).to.be.at.least(1)
    for (const { textContent } of found) expect(sidedStyles(sheetOf(textContent ?? ''))).to.deep.equal([])
  })
})
