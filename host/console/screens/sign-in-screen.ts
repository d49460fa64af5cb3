// The only page without a session: a one-time URL (`/sign-in#once=…`), OIDC or a passkey.

import { css, html, nothing } from 'lit'
import { checkIcon } from '../../../components/ui/icons.ts'
import { base } from '../../../components/ui/theme.ts'
import type { SignInMethods } from '../../../server/contract/console/session.ts'
import type { Invitation } from '../../../server/contract/console/sign-in.ts'
import { ConsoleApiError } from '../api/console-api-error.ts'
import { registerPasskey, signInWithPasskey } from '../api/passkeys.ts'
import { announceSignIn } from '../api/sign-in-channel.ts'
import { ConsoleScreen } from '../console-screen.ts'
import { brandMark } from '../elements/brand-mark.ts'
import { consoleStyles } from '../elements/console-styles.ts'
import { errorNotice, notice, noticeStyles, skeleton } from '../elements/notices.ts'
import '../elements/page-heading.ts'
import { safeReturnPath } from '../return-path.ts'
import { goTo } from '../router.ts'
import { sentenceOf } from './sign-in-problems.ts'

const mayDo: Record<Invitation['role'], string> = {
  viewer: 'You can read every screen.',
  operator: 'You can read every screen, resolve transfers and pause sending.',
  admin: 'You can do everything, including clients, secrets and operators.',
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
      p:not(.brand) + :is(p, .methods), .methods + p { margin-top: 12px }
      .methods .button { min-height: 40px }
      code { font-family: var(--mono); font-size: 0.8125rem; overflow-wrap: anywhere }
    `,
  ]
  static override properties = {
    methods: { state: true },
    invitation: { state: true },
    problem: { state: true },
    isBusy: { state: true },
  }

  /** Null until the server has answered. */
  declare private methods: SignInMethods | null
  /** Of the address. */
  declare private invitation: Invitation | null
  declare private problem: ConsoleApiError | null
  declare private isBusy: boolean
  private retry: (() => void) | undefined
  private code = ''

  constructor() {
    super()
    this.methods = null
    this.invitation = null
    this.problem = null
    this.isBusy = false
  }

  override connectedCallback() {
    super.connectedCallback()
    addEventListener('hashchange', this.readFragment)
    this.problem = this.problemOfOidc()
    this.readFragment()
    if (this.query.get('again') === 'done') announceSignIn()
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
    else if (invite !== undefined) void this.loadInvitation(invite)
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
    const { problem, retry, invitation } = this
    return html`<page-heading heading=${invitation === null ? 'Sign in' : `Welcome, ${invitation.name}`}></page-heading>
      ${problem === null ? nothing : errorNotice(problem, problem.isTemporary ? retry : undefined)}
      ${this.isBusy ? html`<p role="status">Signing in…</p>` : this.waysPart()}`
  }

  private waysPart() {
    if (this.methods === null) return this.problem === null ? skeleton(2) : nothing
    if (this.invitation !== null) return this.invitationPart(this.invitation, this.methods)
    const { oidc, passkeys, passkeysRefused, again } = this.methods
    if (this.query.has('again') && again === 'demo') {
      const renew = () => void this.signIn(() => this.api.post('/api/sign-in/demo'))
      return html`<div class="methods"><button type="button" class="button primary" @click=${renew}>Sign in again</button></div>`
    }
    const usePasskey = () => void this.signIn(() => signInWithPasskey(this.api, { again: this.query.has('again') }))
    const newcomers = html`<p class="muted">No passkey here yet? Ask an admin for an invitation.</p>`
    const none = html`<p class="muted">On your machine, restart <code>npm start</code> and open the URL that it prints. It signs in once.
      Otherwise ask an admin for an invitation: <code>transfer-link operator invite</code></p>
      <p class="muted">${passkeysRefused}</p>`
    return html`<div class="methods">
      ${oidc ? html`<a class="button primary" href=${this.oidcHref()}>Continue with your identity provider</a>` : nothing}
      ${
        passkeys
          ? html`<button type="button" class="button ${oidc ? '' : 'primary'}" @click=${usePasskey}>Use a passkey</button>`
          : nothing
      }
      ${oidc || passkeys ? nothing : none}
    </div>
    ${passkeys && !oidc ? newcomers : nothing}`
  }

  private invitationPart({ role, addsPasskey }: Invitation, { passkeysRefused }: SignInMethods) {
    if (passkeysRefused !== null) return html`<p>${passkeysRefused}</p>`
    const register = () => void this.signIn(() => registerPasskey(this.api, this.code))
    return html`<p>${
      addsPasskey
        ? 'This invitation adds a passkey to your account.'
        : html`You are invited with the role <b>${role}</b>. ${mayDo[role]}`
    }</p>
      <p class="muted">You sign in with a passkey: your fingerprint, your face, the PIN of this device, or a security key. Only you
        have it.</p>
      <div class="methods"><button type="button" class="button primary" @click=${register}>Create a passkey</button></div>`
  }

  /** Of a second sign-in, the provider must not use an earlier one. */
  private oidcHref(): string {
    const again = this.query.has('again') ? { again: '' } : {}
    return `/api/sign-in/oidc?${new URLSearchParams({ ...again, return: this.returnPath() })}`
  }

  /** A second sign-in takes place in a new tab, and says so. */
  private returnPath(): string {
    if (this.query.has('again')) return '/sign-in?again=done'
    return safeReturnPath(this.query.get('return'), location.origin)
  }

  private async loadInvitation(code: string) {
    this.code = code
    await this.try(async () => {
      this.invitation = await this.api.post<Invitation>('/api/sign-in/invitation', { code })
    })
  }

  private signIn(send: () => Promise<unknown>) {
    return this.try(async () => {
      await send()
      goTo(this.returnPath(), { isReplacement: true })
    })
  }

  private async try(work: () => Promise<void>) {
    this.isBusy = true
    this.problem = null
    try {
      await work()
    } catch (error) {
      if (!(error instanceof ConsoleApiError)) throw error
      this.problem = error
      this.retry = () => void this.try(work)
      if (error.errorType === 'codeInvalid') this.forgetCode()
    } finally {
      this.isBusy = false
    }
  }

  /** A code that is spent must not stay in the address. After other failures it may still be valid. */
  private forgetCode() {
    this.invitation = null
    history.replaceState(null, '', `${location.pathname}${location.search}`)
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
    return new ConsoleApiError({ errorType, message: sentenceOf(errorType) }, 401)
  }
}

customElements.define('sign-in-screen', SignInScreen)

declare global {
  interface HTMLElementTagNameMap {
    'sign-in-screen': SignInScreen
  }
}
