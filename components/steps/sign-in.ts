import { css, html, nothing } from 'lit'
import { customElement, state } from 'lit/decorators.js'
import type { SignIn } from '../flow/flow-state.ts'
import type { IntegrationField } from '../flow/link-answers.ts'
import { alertIcon, lockIcon } from '../parts/icons.ts'
import '../parts/letter-disc.ts'
import { sandboxHint } from '../parts/sandbox-hint.ts'
import { texts } from '../texts/texts.ts'
import { problemAlert, Step, stepStyles, submitButton } from './step.ts'

const words = texts.signIn

/**
 * The user gives what the integration declares: user name and password, a key, or nothing before its own page opens.
 *
 * @fires flow - `fieldsEntered`
 */
@customElement('sign-in')
export class SignInStep extends Step<SignIn> {
  static override styles = [
    ...stepStyles,
    css`
      letter-disc { width: 48px; height: 48px; margin-bottom: 14px }
      .entry + .entry { margin-top: 14px }
      .entry .link { font-size: 14px }
    `,
  ]

  @state() private missing: string | null = null
  @state() private shown: readonly string[] = []

  protected override render() {
    const { integration, asking, problem, known } = this.flow
    const { fields, scheme } = integration.auth
    const goesElsewhere = fields.length === 0
    return html`
      <form novalidate @submit=${this.submit}>
        <div class="body">
          <letter-disc square letter=${integration.name} color=${integration.color}></letter-disc>
          <h1 tabindex="-1">${words.title(integration.name)}</h1>
          <p class="lead">${goesElsewhere ? words.handOff(integration.name) : words.lead(known.session.client.name)}</p>
          ${problemAlert(problem)}
          ${
            integration.status === 'degraded' && problem === null
              ? html`<div class="alert warn">${alertIcon}<span>${words.degraded(integration.name)}</span></div>`
              : nothing
          }
          ${fields.map((field) => this.entry(field))}
          ${known.session.sandbox && scheme === 'credentials' ? sandboxHint(texts.sandbox.logins, this.fillSandbox) : nothing}
        </div>
        <footer>
          ${submitButton(goesElsewhere ? words.open(integration.name) : words.cta, texts.common.checking, asking !== null)}
          <p class="note">${lockIcon}${texts.common.neverSees(known.session.client.name)}</p>
        </footer>
      </form>
    `
  }

  protected override willUpdate() {
    if (this.flow.problem !== null && this.lastProblem !== this.flow.problem) this.focusOn('input')
    this.lastProblem = this.flow.problem
  }

  private lastProblem: SignIn['problem'] = null

  private entry({ name, label, secret }: IntegrationField) {
    const isMissing = this.missing === name
    const isShown = this.shown.includes(name)
    return html`<div class="entry">
      <label for=${name}>${label}</label>
      <div class="field">
        <input id=${name} name=${name} type=${secret && !isShown ? 'password' : 'text'} required
          autocomplete=${autocompleteOf(name, secret)} autocapitalize="none" spellcheck="false"
          .defaultValue=${this.flow.known.typedFields[name] ?? ''}
          aria-invalid=${isMissing || this.flow.problem?.errorType === 'signInRejected'} aria-describedby="error-${name}" />
        ${
          secret
            ? html`<button type="button" class="link" aria-pressed=${isShown} @click=${() => this.toggle(name)}>
              ${isShown ? words.hide : words.show}<span class="sr"> ${label}</span></button>`
            : nothing
        }
      </div>
      <p class="error" id="error-${name}" role="alert">${isMissing ? words.missing(label) : nothing}</p>
    </div>`
  }

  private toggle(name: string) {
    this.shown = this.shown.includes(name) ? this.shown.filter((each) => each !== name) : [...this.shown, name]
  }

  private readonly fillSandbox = () => {
    const inputs = this.renderRoot.querySelectorAll('input')
    for (const input of inputs) input.value = input.type === 'password' ? 'pass_good' : 'user_good'
  }

  private submit(event: SubmitEvent) {
    event.preventDefault()
    if (this.flow.asking !== null) return
    const entries = [...this.renderRoot.querySelectorAll('input')].map(({ name, value }) => [name, value] as const)
    this.missing = entries.find(([, value]) => value.trim() === '')?.[0] ?? null
    if (this.missing === null) this.send({ type: 'fieldsEntered', fields: Object.fromEntries(entries) })
    else this.focusOn(`#${CSS.escape(this.missing)}`)
  }
}

function autocompleteOf(name: string, secret: boolean) {
  if (/^(user(name)?|e?-?mail|login)$/i.test(name)) return 'username'
  return secret && /^password$/i.test(name) ? 'current-password' : 'off'
}

declare global {
  interface HTMLElementTagNameMap {
    'sign-in': SignInStep
  }
}
