import { expect } from '@open-wc/testing'
import * as lit from 'lit'
import * as small from '../../host/small-lit/index.ts'

type Library = Pick<typeof lit, 'css' | 'html' | 'LitElement' | 'nothing' | 'render' | 'svg'>

/** The hosted page has a smaller library under Lit's name: what one does, the other does. */
for (const [name, { css, html, LitElement, nothing, render, svg }] of [
  ['lit', lit],
  ['small-lit', small as unknown as Library],
] as const) {
  describe(name, () => {
    const host = { name: 'host' }
    const rootOf = () => document.createElement('div').attachShadow({ mode: 'open' })
    const shown = (root: ShadowRoot) => root.innerHTML.replace(/<!--.*?-->/gs, '')

    it('shows text, templates and lists, and nothing where there is nothing', () => {
      const root = rootOf()
      const view = (value: unknown) => html`<p class="row ${'wide'}">${value}!</p>`
      const cases: [unknown, string][] = [
        ['a & <b>', 'a &amp; &lt;b&gt;'],
        [nothing, ''],
        [null, ''],
        [0, '0'],
        [[html`<i>1</i>`, 'two', nothing], '<i>1</i>two'],
        [[html`<i>1</i>`], '<i>1</i>'],
        [html`<b>${svg`<path d="M0 0"/>`}</b>`, '<b><path d="M0 0"></path></b>'],
        [undefined, ''],
      ]
      for (const [value, expected] of cases) {
        render(view(value), root, { host })
        expect(shown(root)).to.equal(`<p class="row wide">${expected}!</p>`)
      }
      render(nothing, root, { host })
      expect(shown(root)).to.equal('')
    })

    it('reuses the elements of a template that is shown again', () => {
      const root = rootOf()
      const view = (each: string[]) => html`<ul>${each.map((text) => html`<li title=${text}>${text}</li>`)}</ul>`
      render(view(['a', 'b', 'c']), root, { host })
      const [first] = root.querySelectorAll('li')
      render(view(['x', 'b']), root, { host })
      expect(root.querySelector('li')).to.equal(first)
      expect(shown(root)).to.equal('<ul><li title="x">x</li><li title="b">b</li></ul>')
    })

    it('does not announce an unchanged text again', async () => {
      const root = rootOf()
      const view = (text: string) => html`<p role="status">${text}</p>`
      render(view('one'), root, { host })
      const seen: MutationRecord[] = []
      const observer = new MutationObserver((records) => seen.push(...records))
      observer.observe(root, { subtree: true, childList: true, characterData: true })
      render(view('one'), root, { host })
      expect(observer.takeRecords()).to.deep.equal([])
      render(view('two'), root, { host })
      expect(observer.takeRecords()).to.have.length(1)
    })

    it('sets attributes, properties and flags, and removes them', () => {
      const root = rootOf()
      const view = (values: { width?: unknown; value: string; off: boolean }) =>
        html`<input width=${values.width} aria-describedby="a-${values.value} b" .defaultValue=${values.value} ?disabled=${values.off} />`
      render(view({ width: 20, value: 'x', off: true }), root, { host })
      const input = root.querySelector('input') as HTMLInputElement
      expect([input.getAttribute('width'), input.getAttribute('aria-describedby')]).to.deep.equal(['20', 'a-x b'])
      expect([input.defaultValue, input.disabled]).to.deep.equal(['x', true])
      render(view({ width: nothing, value: 'y', off: false }), root, { host })
      expect([input.hasAttribute('width'), input.defaultValue, input.disabled]).to.deep.equal([false, 'y', false])
    })

    it('calls the listener of the last drawing, as the host', () => {
      const root = rootOf()
      const received: unknown[] = []
      const view = (listener: unknown) => html`<button @click=${listener}></button>`
      const press = () => root.querySelector('button')?.click()
      render(view(nothing), root, { host })
      press()
      for (const word of ['first', 'second']) {
        render(
          view(function (this: unknown) {
            received.push(this, word)
          }),
          root,
          { host },
        )
        press()
      }
      expect(received).to.deep.equal([host, 'first', host, 'second'])
    })

    it('renders an element once for several changes, and passes the previous values', async () => {
      const updates: [string[], unknown][] = []
      class Counter extends LitElement {
        static override properties = { count: {}, by: {} }
        static override styles = [css`b { color: rgb(1, 2, 3) }`]
        declare count: number
        declare by: number
        protected override willUpdate(changed: Map<string, unknown>) {
          updates.push([[...changed.keys()], changed.get('count')])
        }
        protected override render() {
          return html`<b>${this.count}</b>`
        }
      }
      customElements.define(`counter-${name}`, Counter)
      const counter = document.createElement(`counter-${name}`) as Counter
      counter.count = 1
      document.body.append(counter)
      await counter.updateComplete
      const shownNumber = counter.shadowRoot?.querySelector('b') as HTMLElement
      expect(getComputedStyle(shownNumber).color).to.equal('rgb(1, 2, 3)')
      counter.count = 2
      counter.by = 1
      counter.count = 3
      counter.by = 1
      await counter.updateComplete
      expect(shownNumber.textContent).to.equal('3')
      expect(updates).to.deep.equal([
        [['count'], undefined],
        [['count', 'by'], 1],
      ])
      counter.remove()
    })
  })
}
