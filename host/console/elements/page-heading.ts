import { css, html, LitElement, nothing } from 'lit'
import { base } from '../../../components/ui/theme.ts'

/** The heading of a screen, which is also the title of the page. The default slot takes the actions of the page. */
export class PageHeading extends LitElement {
  static override styles = [
    base,
    css`
      :host { display: flex; flex-wrap: wrap; gap: 8px 16px; align-items: center; margin-bottom: 16px }
      .title { flex: 1; min-width: min(16rem, 100%) }
      h1 { margin: 0 }
      p { font-size: 0.8125rem; margin-bottom: 2px }
      a { text-decoration: none }
      a:hover { text-decoration: underline; text-underline-offset: 3px }
      .actions { display: flex; flex-wrap: wrap; gap: 8px }
    `,
  ]
  static override properties = {
    heading: {},
    parent: {},
    parentHref: { attribute: 'parent-href' },
  }

  declare heading: string
  /** The list to which a single item belongs, and its address. */
  declare parent: string
  declare parentHref: string

  constructor() {
    super()
    this.heading = ''
    this.parent = ''
    this.parentHref = ''
  }

  protected override render() {
    const parent = html`<p><a href=${this.parentHref}>${this.parent}</a></p>`
    return html`<div class="title">
        ${this.parent === '' ? nothing : parent}
        <h1 tabindex="-1">${this.heading}</h1>
      </div>
      <div class="actions"><slot></slot></div>`
  }

  protected override updated() {
    if (this.heading !== '') document.title = `${this.heading} · Transfer Link`
  }

  override focus(options?: FocusOptions) {
    this.renderRoot.querySelector('h1')?.focus(options)
  }
}

customElements.define('page-heading', PageHeading)

declare global {
  interface HTMLElementTagNameMap {
    'page-heading': PageHeading
  }
}
