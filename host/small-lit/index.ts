// A replacement for `lit` in the hosted page with the parts that the flow uses, to save bytes before the first screen. Templates
// create all elements, so properties need no attributes. Sites load Lit itself.

import { html, nothing, render, svg } from './templates.ts'

export { html, nothing, render, svg }

type Changes = Map<string, unknown>

export function css([text = '']: TemplateStringsArray): CSSStyleSheet {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(text)
  return sheet
}

export function adoptStyles(root: ShadowRoot, styles: CSSStyleSheet[]) {
  root.adoptedStyleSheets = styles
}

export abstract class LitElement extends HTMLElement {
  static properties: Record<string, object> = {}
  static styles: CSSStyleSheet[] = []

  readonly renderRoot = this.attachShadow({ mode: 'open' })
  readonly renderOptions: { host: LitElement } = { host: this }
  hasUpdated = false
  updateComplete = Promise.resolve()
  private changes: Changes = new Map()
  /** Does not render before the element is connected. */
  private waits = true

  constructor() {
    super()
    for (const name of Object.keys(new.target.properties)) watch(new.target.prototype, name)
    adoptStyles(this.renderRoot, new.target.styles)
  }

  connectedCallback() {
    if (this.hasUpdated || !this.waits) return
    this.waits = false
    this.requestUpdate()
  }

  disconnectedCallback() {}

  /** Batches changes into one render. */
  requestUpdate(name?: string, before?: unknown) {
    if (name !== undefined && !this.changes.has(name)) this.changes.set(name, before)
    if (this.waits) return
    this.waits = true
    this.updateComplete = Promise.resolve().then(() => this.update())
  }

  private update() {
    const { changes } = this
    try {
      this.willUpdate(changes)
      render(this.render(), this.renderRoot, this.renderOptions)
    } finally {
      this.changes = new Map()
      this.waits = false
    }
    if (!this.hasUpdated) {
      this.hasUpdated = true
      this.firstUpdated(changes)
    }
    this.updated(changes)
  }

  protected abstract render(): unknown
  protected willUpdate(_: Changes) {}
  protected firstUpdated(_: Changes) {}
  protected updated(_: Changes) {}
}

/** Setting the property requests an update. */
function watch(element: LitElement, name: string) {
  if (Object.hasOwn(element, name)) return
  const values = new WeakMap<LitElement, unknown>()
  Object.defineProperty(element, name, {
    get(this: LitElement) {
      return values.get(this)
    },
    set(this: LitElement, value: unknown) {
      const before = values.get(this)
      values.set(this, value)
      if (!Object.is(before, value)) this.requestUpdate(name, before)
    },
  })
}
