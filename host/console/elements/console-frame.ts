import { html, LitElement, nothing } from 'lit'
import { searchIcon } from '../../../components/ui/icons.ts'
import { base } from '../../../components/ui/theme.ts'
import type { ConsoleSession } from '../../../server/contract/console/session.ts'
import { goTo } from '../router.ts'
import { brandMark } from './brand-mark.ts'
import { consoleStyles } from './console-styles.ts'
import { frameStyles } from './frame-styles.ts'
import { menuIcon, navIcons } from './nav-icons.ts'

const pages = [
  { path: '/attention', name: 'Attention', icon: navIcons.attention },
  { path: '/transfers', name: 'Transfers', icon: navIcons.transfers },
  { path: '/clients', name: 'Clients', icon: navIcons.clients },
  { path: '/webhooks', name: 'Webhooks', icon: navIcons.webhooks },
  { path: '/integrations', name: 'Integrations', icon: navIcons.integrations },
  { path: '/overview', name: 'Overview', icon: navIcons.overview },
  { path: '/audit-log', name: 'Audit log', icon: navIcons.auditLog },
  { path: '/operators', name: 'Operators', icon: navIcons.operators },
]

/**
 * The navigation, the search and the operator, around a screen in the default slot.
 *
 * @fires sign-out
 */
export class ConsoleFrame extends LitElement {
  static override styles = [base, consoleStyles, frameStyles]
  static override properties = {
    session: { attribute: false },
    path: {},
    isLoading: { type: Boolean, attribute: 'loading' },
    isMenuOpen: { state: true },
  }

  declare session: ConsoleSession | null
  declare path: string
  /** Another screen is being loaded. */
  declare isLoading: boolean
  /** On a phone. Elsewhere the navigation is always visible. */
  declare private isMenuOpen: boolean

  constructor() {
    super()
    this.session = null
    this.path = ''
    this.isLoading = false
    this.isMenuOpen = false
  }

  protected override willUpdate(changed: Map<string, unknown>) {
    if (changed.has('path')) this.isMenuOpen = false
  }

  protected override render() {
    return html`<button type="button" class="skip" @click=${this.skip}>Skip to content</button>
      <header>
        <a class="brand" href="/">${brandMark} Transfer Link</a>
        ${this.environment()}
        <button type="button" class="button menu" aria-expanded=${this.isMenuOpen} aria-controls="navigation"
          @click=${this.toggleMenu}>${menuIcon} Menu</button>
      </header>
      <div class="side" id="navigation" ?data-open=${this.isMenuOpen} @keydown=${this.closeByKey}>
        <nav aria-label="Console">
          <ul>${this.ownPages().map((page) => this.link(page))}</ul>
        </nav>
        ${this.operator()}
      </div>
      <form role="search" @submit=${this.search}>
        ${searchIcon}
        <input type="search" name="search" autocomplete="off" spellcheck="false" required
          aria-label="Search by any id, hash, address or user" placeholder="Id, hash, address, user" />
      </form>
      <main tabindex="-1" aria-busy=${this.isLoading}><slot></slot></main>`
  }

  /** Only admins see the operators. */
  private ownPages() {
    const isAdmin = this.session?.operator.role === 'admin'
    return pages.filter(({ path }) => isAdmin || path !== '/operators')
  }

  private link({ path, name, icon }: (typeof pages)[number]) {
    const isInside = this.path.startsWith(`${path}/`)
    const current = this.path === path ? 'page' : isInside ? 'true' : nothing
    return html`<li><a href=${path} aria-current=${current}>${icon} ${name}</a></li>`
  }

  private environment() {
    if (this.session === null) return nothing
    const isSandbox = this.session.environment === 'sandbox'
    return html`<span class=${isSandbox ? 'environment sandbox' : 'environment'}>${isSandbox ? 'Sandbox' : 'Production'}</span>`
  }

  private operator() {
    if (this.session === null) return nothing
    const { operator, version } = this.session
    return html`<section class="operator" aria-label="Your session">
      <p><b>${operator.name}</b> <span class="muted role">${operator.role}</span></p>
      <button type="button" class="button" @click=${() => this.dispatchEvent(new Event('sign-out'))}>Sign out</button>
      <p class="muted version">Version ${version}</p>
    </section>`
  }

  private toggleMenu() {
    this.isMenuOpen = !this.isMenuOpen
  }

  private closeByKey({ key }: KeyboardEvent) {
    if (key !== 'Escape' || !this.isMenuOpen) return
    this.isMenuOpen = false
    this.renderRoot.querySelector<HTMLElement>('.menu')?.focus()
  }

  private skip() {
    this.renderRoot.querySelector('main')?.focus()
  }

  private search(event: SubmitEvent) {
    event.preventDefault()
    const form = event.currentTarget as HTMLFormElement
    const search = String(new FormData(form).get('search')).trim()
    if (search === '') return
    form.reset()
    goTo(`/transfers?${new URLSearchParams({ search })}`)
  }
}

customElements.define('console-frame', ConsoleFrame)

declare global {
  interface HTMLElementTagNameMap {
    'console-frame': ConsoleFrame
  }
}
