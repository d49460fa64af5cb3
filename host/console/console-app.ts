// The console: the session, the address and its screen.

import { css, html, LitElement, nothing } from 'lit'
import { base, theme } from '../../components/ui/theme.ts'
import type { ConsoleSession } from '../../server/contract/console/session.ts'
import { type ConsoleApi, createConsoleApi } from './api/console-api.ts'
import { ConsoleApiError } from './api/console-api-error.ts'
import type { ConsoleScreen } from './console-screen.ts'
import './elements/console-frame.ts'
import { consoleStyles } from './elements/console-styles.ts'
import { errorNotice, noticeStyles } from './elements/notices.ts'
import { signInPath } from './return-path.ts'
import { followAddress, goTo, type Matched, matchRoute } from './router.ts'
import { notFound, routes, startPath } from './routes.ts'

export class ConsoleApp extends LitElement {
  static override styles = [
    theme,
    base,
    consoleStyles,
    noticeStyles,
    css`
      :host { --tl-radius-s: 8px; display: block; min-height: 100dvh; background: var(--bg); color: var(--text);
        font: 0.875rem/1.45 var(--sans) }
      .alone { padding: 24px }
    `,
  ]
  static override properties = {
    session: { state: true },
    screen: { state: true },
    problem: { state: true },
    isLoading: { state: true },
  }

  declare private session: ConsoleSession | null
  declare private screen: ConsoleScreen | null
  /** Why there is no screen. */
  declare private problem: ConsoleApiError | null
  declare private isLoading: boolean

  private readonly api: ConsoleApi
  private shown: { matched: Matched; pathname: string } | null = null
  private opening = 0
  private stopFollowing = () => {}

  constructor() {
    super()
    this.session = null
    this.screen = null
    this.problem = null
    this.isLoading = false
    this.api = createConsoleApi({ onSignInRequired: () => this.requireSignIn() })
  }

  override connectedCallback() {
    super.connectedCallback()
    this.stopFollowing = followAddress(() => void this.open())
    void this.open()
  }

  override disconnectedCallback() {
    super.disconnectedCallback()
    this.stopFollowing()
  }

  protected override render() {
    if (this.problem !== null)
      return html`<main class="alone">${errorNotice(this.problem, () => location.reload(), 'Reload')}</main>`
    if (this.screen === null) return nothing
    if (this.shown?.matched.route.isPublic) return html`<main>${this.screen}</main>`
    return html`<console-frame .session=${this.session} .path=${this.shown?.pathname ?? ''} .isLoading=${this.isLoading}
      @sign-out=${this.signOut}>${this.screen}</console-frame>`
  }

  /** Shows the screen of the present address. */
  private async open() {
    if (location.pathname === '/') history.replaceState(null, '', `${startPath}${location.search}`)
    const { pathname } = location
    const matched = matchRoute(routes, pathname) ?? { route: notFound, parameters: {} }
    const query = new URLSearchParams(location.search)
    if (this.screen !== null && this.shown?.pathname === pathname) {
      this.opening++
      this.isLoading = false
      this.problem = null
      this.screen.query = query
      return
    }
    const opening = ++this.opening
    this.isLoading = true
    try {
      await Promise.all([matched.route.load(), matched.route.isPublic ? this.forgetSession() : this.loadSession()])
      if (opening !== this.opening) return
      await this.show(matched, { pathname, query })
    } catch (error) {
      if (opening === this.opening) this.fail(error)
    } finally {
      if (opening === this.opening) this.isLoading = false
    }
  }

  private async show(matched: Matched, { pathname, query }: { pathname: string; query: URLSearchParams }) {
    const isFirst = this.shown === null
    const screen = document.createElement(matched.route.screen)
    const { api, session } = this
    Object.assign(screen, { api, session, query, parameters: matched.parameters })
    this.shown = { matched, pathname }
    this.problem = null
    this.screen = screen
    await this.updateComplete
    await screen.updateComplete
    if (isFirst) return
    scrollTo(0, 0)
    screen.renderRoot.querySelector('page-heading')?.focus({ preventScroll: true })
  }

  private async loadSession() {
    this.session ??= await this.api.get<ConsoleSession>('/api/session')
  }

  /** The next screen that requires a session requests it: it can be another operator's. */
  private forgetSession() {
    this.session = null
  }

  private fail(error: unknown) {
    if (error instanceof ConsoleApiError && error.errorType === 'signInRequired') return
    const notLoaded = 'This page could not be loaded. After an update of the server, reload the console.'
    this.problem =
      error instanceof ConsoleApiError ? error : new ConsoleApiError({ errorType: 'notLoaded', message: notLoaded }, 0)
    if (!(error instanceof ConsoleApiError)) console.error(error)
  }

  private requireSignIn() {
    if (matchRoute(routes, location.pathname)?.route.isPublic) return
    this.forgetSession()
    goTo(signInPath(location), { isReplacement: true })
  }

  private async signOut() {
    try {
      await this.api.post('/api/sign-out')
    } catch (error) {
      this.fail(error)
      return
    }
    this.forgetSession()
    goTo('/sign-in')
  }
}

customElements.define('console-app', ConsoleApp)

declare global {
  interface HTMLElementTagNameMap {
    'console-app': ConsoleApp
  }
}
