// The only page without a session: a one-time URL (`/sign-in#once=…`), OIDC or a passkey.

import { css, html, nothing } from 'lit'
import { checkIcon } from '../../../components/ui/icons.ts'
import { base } from '../../../components/ui/theme.ts'
import { ConsoleApiError } from '../api/console-api-error.ts'
import type { SignInMethods } from '../api/responses.ts'
import { brandMark } from '../elements/brand-mark.ts'
import { consoleStyles } from '../elements/console-styles.ts'
import { errorNotice, notice, noticeStyles, skeleton } from '../elements/notices.ts'
import '../elements/page-heading.ts'
import { ConsoleScreen } from '../console-screen.ts'
import { safeReturnPath } from '../return-path.ts'
import { goTo } from '../router.ts'
import { registerPasskey, signInWithPasskey } from './passkey.ts'

/** The identity provider returns here. The server never repeats what the provider sent. */
const oidcErrors: Record<string, string> = {
  denied: 'The identity provider declined the sign-in.',
  noRole: 'Your account has no role in this console. Ask an admin to map one of your groups in CONSOLE_ROLES.',
  expired: 'The sign-in took too long. Try again.',
}

export class SignInScreen extends ConsoleScreen {
  static override styles = [
    base,
    consoleStyles,
    noticeStyles,
    css`
      :host { min-height: 100dvh; display: grid; place-items: center; padding: 24px; background: var(--surface) }
      section { width: min(24rem, 100%); padding: 28px; border: 1px solid var(--border); border-radius: var(--radius-l); background: var(--bg);
        box-shadow: 0 8px 32px -16px rgb(16 21 28 / 0.25) }
      .brand { display: flex; align-items: center; gap: 8px; margin-bottom: 20px; font-weight: 650 }
      .brand span { margin-inline-start: auto; padding: 2px 8px; border-radius: 99px; font-size: 0.75rem; background: var(--warn-bg);
        color: var(--warn) }
      .methods { display: grid; gap: 10px }
      .methods .button { min-height: 40px }
      code { font-family: var(--mono); font-size: 0.8125rem; overflow-wrap: anywhere }
    `,
  ]
  static override properties = {
    methods: { state: true },
    problem: { state: true },
    isBusy: { state: true },
  }

  /** Null until the server has answered. */
  declare private methods: SignInMethods | null
  declare private problem: ConsoleApiError | null
  declare private isBusy: boolean
  private retry: (() => void) | undefined

  constructor() {
    super()
    this.methods = null
    this.problem = null
    this.isBusy = false
  }

  override connectedCallback() {
    super.connectedCallback()
    addEventListener('hashchange', this.readFragment)
    this.problem = this.problemOfOidc()
    this.readFragment()
    void this.loadMethods()
  }

  override disconnectedCallback() {
    super.disconnectedCallback()
    removeEventListener('hashchange', this.readFragment)
  }

  /** Also when a one-time URL is opened in a tab that shows this page: that is no new page. */
  private readonly readFragment = () => {
    const { once, invite } = Object.fromEntries(new URLSearchParams(location.hash.slice(1)))
    if (once !== undefined) void this.signIn(() => this.api.post('/api/sign-in/once', { code: once }))
    else if (invite !== undefined) void this.signIn(() => registerPasskey(this.api, invite))
  }

  protected override render() {
    return html`<section>
      <p class="brand">${brandMark} Transfer Link ${
        this.methods?.environment === 'sandbox' ? html`<span>Sandbox</span>` : nothing
      }</p>
      ${this.query.get('again') === 'done' ? this.signedInAgain() : this.signInPart()}
    </section>`
  }

  private signedInAgain() {
    return html`<page-heading heading="Signed in"></page-heading>
      ${notice('ok', 'You signed in again. Close this tab, and continue in the tab where you were.', checkIcon)}
      <p><a href="/">Open the console here</a></p>`
  }

  private signInPart() {
    const { problem, retry } = this
    return html`<page-heading heading="Sign in"></page-heading>
      ${problem === null ? nothing : errorNotice(problem, problem.isTemporary ? retry : undefined)}
      ${this.isBusy ? html`<p role="status">Signing in…</p>` : this.methodsPart()}`
  }

  private methodsPart() {
    if (this.methods === null) return this.problem === null ? skeleton(2) : nothing
    const { oidc, passkeys } = this.methods
    const oidcHref = `/api/sign-in/oidc?${new URLSearchParams({ return: this.returnPath() })}`
    const none = html`<p class="muted">Open the one-time URL that <code>npm start</code> printed, or ask an admin for an invitation:
      <code>transfer-link operator invite</code></p>`
    return html`<div class="methods">
      ${oidc ? html`<a class="button primary" href=${oidcHref}>Continue with your identity provider</a>` : nothing}
      ${
        passkeys
          ? html`<button type="button" class="button ${oidc ? '' : 'primary'}" @click=${this.usePasskey}>Use a passkey</button>`
          : nothing
      }
      ${oidc || passkeys ? nothing : none}
    </div>`
  }

  /** A second sign-in takes place in a new tab, and says so. */
  private returnPath(): string {
    if (this.query.has('again')) return '/sign-in?again=done'
    return safeReturnPath(this.query.get('return'), location.origin)
  }

  private usePasskey() {
    void this.signIn(() => signInWithPasskey(this.api))
  }

  private async signIn(send: () => Promise<unknown>) {
    this.isBusy = true
    this.problem = null
    try {
      await send()
      goTo(this.returnPath(), { isReplacement: true })
    } catch (error) {
      if (!(error instanceof ConsoleApiError)) throw error
      this.problem = error
      this.retry = () => void this.signIn(send)
      // A code that is spent must not stay in the address. Without a response it may still be valid for a reload.
      if (!error.isTemporary) history.replaceState(null, '', `${location.pathname}${location.search}`)
    } finally {
      this.isBusy = false
    }
  }

  private async loadMethods() {
    try {
      this.methods = await this.api.get<SignInMethods>('/api/sign-in')
    } catch (error) {
      if (!(error instanceof ConsoleApiError)) throw error
      this.problem ??= error
      this.retry ??= () => {
        this.problem = null
        void this.loadMethods()
      }
    }
  }

  private problemOfOidc(): ConsoleApiError | null {
    const errorType = this.query.get('error')
    if (errorType === null) return null
    const message = oidcErrors[errorType] ?? 'The sign-in did not succeed. Try again.'
    return new ConsoleApiError({ errorType, message }, 401)
  }
}

customElements.define('sign-in-screen', SignInScreen)

declare global {
  interface HTMLElementTagNameMap {
    'sign-in-screen': SignInScreen
  }
}
