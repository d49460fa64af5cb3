import { html, nothing } from 'lit'
import type { Integration } from '../flow/link-responses.ts'
import type { DeclaredField } from '../flow/response-parts.ts'
import { openSignInWindow } from '../flow/sign-in-window.ts'
import { isWebAddress } from '../protocol/link-messages.ts'
import { outsideIcon } from '../ui/icons.ts'
import { letterDisc } from '../ui/letter-disc.ts'
import { sandboxHint } from '../ui/sandbox-hint.ts'
import '../ui/copy-text.ts'
import { neverSees, outsideLink, submitButton } from './controls.ts'
import { fieldLabel, selectField, textField } from './declared-fields.ts'
import { alert, heading, page } from './layout.ts'
import { problemAlert } from './problem-alert.ts'
import { providerNote, providerStyles } from './provider-note.ts'
import { isOfField, Screen } from './screen.ts'

/** The fields that the integration declares: user name and password, an API key, or none if the exchange has a sign-in page. */
export class SignInScreen extends Screen<'sign-in'> {
  static override properties = {
    ...Screen.properties,
    missing: { state: true },
    shown: { state: true },
    hasCapsLock: { state: true },
  }

  static override styles = [...Screen.styles, providerStyles]

  /** The name of the required field that is empty. */
  declare private missing: string | null
  /** The names of secrets that are shown as text. */
  declare private shown: string[]
  declare private hasCapsLock: boolean

  constructor() {
    super()
    this.missing = null
    this.shown = []
    this.hasCapsLock = false
  }

  protected override firstFocus(isTouch: boolean): string {
    return isTouch || this.state.integration.auth.fields.length === 0 ? 'h1' : 'input, select'
  }

  protected override render() {
    const { integration, pending, problem, context } = this.state
    const words = this.texts.signIn
    const { name, color, logo, status, auth } = integration
    const hasOwnPage = auth.fields.length === 0
    const isSandbox = context.session.sandbox && auth.scheme === 'credentials'
    return page(
      [
        letterDisc({ letter: name, color, logo }, 'square large'),
        heading(
          auth.scheme === 'apiKey' ? words.keyTitle(name) : words.title(name),
          hasOwnPage ? words.handOff(name) : words.lead(this.app),
        ),
        problemAlert(this.texts, problem),
        status === 'degraded' && problem === null ? alert('warn', words.degraded(name)) : nothing,
        this.aboutKey(integration),
        auth.fields.map((each) => this.field(each)),
        isSandbox ? sandboxHint(this.texts.sandbox, 'logins', () => this.fillSandbox()) : nothing,
      ],
      [
        outsideLink(this.texts, {
          url: problem?.errorData?.url,
          label: this.texts.handOff.open(name),
          isQuiet: true,
        }),
        submitButton({
          label: this.label(),
          busyLabel: this.texts.common.checking,
          isBusy: pending !== null,
        }),
        hasOwnPage ? neverSees(this) : nothing,
        providerNote(this.texts, context.session.provider),
      ],
      () => this.submit(),
    )
  }

  private label(): string {
    const { signIn: words, common } = this.texts
    const { integration, problem } = this.state
    if (problem !== null && !isOfField(problem)) return common.retry
    return integration.auth.fields.length === 0 ? words.open(integration.name) : words.cta
  }

  /** The page for creating a key, and the permissions that the key needs. Some exchanges also require an allowlist of addresses. */
  private aboutKey({ name, auth: { keysUrl, serverAddresses } }: Integration) {
    const words = this.texts.handOff
    return [
      isWebAddress(keysUrl)
        ? html`<p class="hint">${words.keyRights}<br /><a class="link" href=${keysUrl} target="_blank" rel="noopener noreferrer">${words.makeKey(name)}${outsideIcon}<span
            class="sr">${this.texts.common.opensNewWindow}</span></a></p>`
        : nothing,
      serverAddresses
        ? html`<div class="alert" role="note"><span>${words.allowAddresses(name)}${serverAddresses.map(
            (address) => html`<br /><copy-text .text=${address} .what=${address}></copy-text>`,
          )}</span></div>`
        : nothing,
    ]
  }

  private field(declared: DeclaredField) {
    const { problem, context } = this.state
    const { name, options, defaultValue } = declared
    const { signIn } = this.texts
    const label = fieldLabel(this.texts, declared)
    const typed = context.typedFields[name] ?? ''
    const isInvalid = problem?.errorType === (options === undefined ? 'signInRejected' : 'keyNotFoundAtSite')
    if (options !== undefined) return selectField(declared, { label, value: typed || (defaultValue ?? ''), isInvalid })
    const isMissing = this.missing === name
    return textField(signIn, declared, {
      label,
      value: typed,
      isInvalid: isInvalid || isMissing,
      error: isMissing ? signIn.missing(label) : null,
      isShown: this.shown.includes(name),
      hasCapsLock: this.hasCapsLock,
      toggle: () => this.toggle(name),
      keyUp: (event) => {
        this.hasCapsLock = event.getModifierState?.('CapsLock') ?? false
      },
    })
  }

  private toggle(name: string) {
    this.shown = this.shown.includes(name) ? this.shown.filter((each) => each !== name) : [...this.shown, name]
  }

  private submit() {
    if (this.state.pending !== null) return
    const { inputs } = this
    this.missing = inputs.find(({ required, value }) => required && value.trim() === '')?.name ?? null
    if (this.missing !== null) return void this.focusOn(`#${CSS.escape(this.missing)}`)
    if (this.state.integration.auth.fields.length === 0) openSignInWindow()
    this.send({ type: 'fieldsEntered', fields: Object.fromEntries(inputs.map(({ name, value }) => [name, value])) })
  }

  private fillSandbox() {
    for (const input of this.inputs) input.value = input.type === 'password' ? 'pass_good' : 'user_good'
    this.missing = null
  }
}

customElements.define('sign-in-screen', SignInScreen)
