import { css, html, LitElement } from 'lit'
import { alertIcon } from '../../../components/ui/icons.ts'
import { base } from '../../../components/ui/theme.ts'
import type { SignInMethods } from '../../../server/contract/console/session.ts'
import { type ConsoleApi, createConsoleApi } from '../api/console-api.ts'
import { ConsoleApiError } from '../api/console-api-error.ts'
import { signInWithPasskey } from '../api/passkeys.ts'
import { followSignIns } from '../api/sign-in-channel.ts'
import { consoleStyles } from './console-styles.ts'
import { noticeStyles } from './notices.ts'

const oidcHref = `/api/sign-in/oidc?${new URLSearchParams({ again: '', return: '/sign-in?again=done' })}`

/**
 * Lets the operator confirm an action that requires a recent sign-in, in the way in which they sign in.
 *
 * @fires signed-in-again
 */
export class SignInAgain extends LitElement {
  static override styles = [
    base,
    consoleStyles,
    noticeStyles,
    css`
      .notice { margin: 0 }
      .button { margin-top: 8px }
      [role=alert] { margin-top: 8px }
    `,
  ]
  static override properties = {
    api: { attribute: false },
    methods: { state: true },
    problem: { state: true },
    isBusy: { state: true },
  }

  declare api: ConsoleApi
  /** Null until the server has answered. */
  declare private methods: SignInMethods | null
  declare private problem: string
  declare private isBusy: boolean
  private stopFollowing = () => {}

  constructor() {
    super()
    this.api = createConsoleApi()
    this.methods = null
    this.problem = ''
    this.isBusy = false
  }

  override connectedCallback() {
    super.connectedCallback()
    this.stopFollowing = followSignIns(() => this.finish())
    void this.run(async () => {
      this.methods = await this.api.get<SignInMethods>('/api/sign-in')
    })
  }

  override disconnectedCallback() {
    super.disconnectedCallback()
    this.stopFollowing()
  }

  protected override render() {
    return html`<div class="notice warn" role="status">${alertIcon}<div>
      <b>Sign in again</b>This action requires a sign-in of the last five minutes. What you entered stays here, and the action
      continues after the sign-in.
      <div>${this.wayPart()}</div>
      ${this.problem === '' ? '' : html`<p role="alert">${this.problem}</p>`}
    </div></div>`
  }

  private wayPart() {
    if (this.methods === null) return ''
    switch (this.methods.again) {
      case 'oidc':
        return html`<a class="button" href=${oidcHref} target="_blank">Sign in again in a new tab</a>`
      case 'passkey':
        return this.button('Use your passkey', () => signInWithPasskey(this.api, { again: true }))
      case 'demo':
        return this.button('Sign in again', () => this.api.post('/api/sign-in/demo'))
      default:
        return html`You cannot sign in here again. <a href="/sign-in" target="_blank">Open the sign-in page in a new tab</a>`
    }
  }

  private button(label: string, signIn: () => Promise<unknown>) {
    const start = () =>
      void this.run(async () => {
        await signIn()
        this.finish()
      })
    return html`<button type="button" class="button" aria-disabled=${this.isBusy} @click=${start}>${
      this.isBusy ? 'Signing in…' : label
    }</button>`
  }

  private async run(work: () => Promise<void>) {
    if (this.isBusy) return
    this.isBusy = true
    this.problem = ''
    try {
      await work()
    } catch (error) {
      if (!(error instanceof ConsoleApiError)) throw error
      this.problem = error.message
    } finally {
      this.isBusy = false
    }
  }

  private finish() {
    this.dispatchEvent(new Event('signed-in-again'))
  }
}

customElements.define('sign-in-again', SignInAgain)

declare global {
  interface HTMLElementTagNameMap {
    'sign-in-again': SignInAgain
  }
}
