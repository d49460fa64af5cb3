import { html, LitElement, nothing } from 'lit'
import { alertIcon } from '../../../components/ui/icons.ts'
import { base } from '../../../components/ui/theme.ts'
import { ConsoleApiError } from '../api/console-api-error.ts'
import { actionDialogStyles } from './action-dialog-styles.ts'
import { consoleStyles, fieldStyles } from './console-styles.ts'
import './copy-button.ts'
import { enteredIn, type Field, formField, trimmed, valuesIn } from './form-field.ts'
import { notice, noticeStyles } from './notices.ts'
import type { Review, Reviewed } from './review.ts'
import './sign-in-again.ts'

/** Of every action: for the audit log. */
const reasonField: Field = {
  name: 'reason',
  label: 'Reason',
  type: 'textarea',
  hint: 'For the audit log, which every operator can read. Do not name a user.',
  isRequired: true,
}

type Values = Record<string, string>

/**
 * An action of an operator: what it does, its fields, the required reason and the equivalent command. The default slot takes what the
 * operator should see before deciding. `act` sends the request with the values of the fields and `reason`.
 *
 * @fires done - The server accepted the action. `detail` is what `act` returned.
 */
export class ActionDialog extends LitElement {
  static override styles = [base, consoleStyles, fieldStyles, noticeStyles, actionDialogStyles]
  static override properties = {
    heading: {},
    description: {},
    submitLabel: { attribute: 'submit-label' },
    isDangerous: { type: Boolean, attribute: 'dangerous' },
    fields: { attribute: false },
    command: { attribute: false },
    act: { attribute: false },
    commandLabel: { attribute: 'command-label' },
    review: { attribute: false },
    lastReview: { state: true },
    values: { state: true },
    errors: { state: true },
    problem: { state: true },
    isBusy: { state: true },
  }

  declare heading: string
  /** What the action does, in one or two sentences. */
  declare description: string
  /** Names the action: `Revoke key`. */
  declare submitLabel: string
  /** It ends or deletes something. */
  declare isDangerous: boolean
  declare fields: readonly Field[]
  /** The equivalent command, from the values. A required value that is missing is `<its-name>`. */
  declare command: (values: Values) => string
  declare commandLabel: string
  declare act: (values: Values) => Promise<unknown>
  declare review: Review | null
  /** With the value that was read. */
  declare private lastReview: (Reviewed & { value: string }) | null
  declare private values: Values
  /** By the names of the fields. */
  declare private errors: Values
  /** Of no field. */
  declare private problem: ConsoleApiError | null
  declare private isBusy: boolean

  constructor() {
    super()
    this.heading = ''
    this.description = ''
    this.submitLabel = 'Confirm'
    this.isDangerous = false
    this.fields = []
    this.command = () => ''
    this.commandLabel = 'Equivalent command'
    this.act = async () => {}
    this.review = null
    this.lastReview = null
    this.values = {}
    this.errors = {}
    this.problem = null
    this.isBusy = false
  }

  /** `values`: the initial values of fields. */
  async open(values: Values = {}) {
    this.values = values
    this.errors = {}
    this.problem = null
    this.lastReview = null
    await this.updateComplete
    this.dialog?.showModal()
  }

  close() {
    // A sign-in that ends later must not continue an action that was cancelled.
    this.problem = null
    this.dialog?.close()
  }

  private resubmit() {
    this.renderRoot.querySelector('form')?.requestSubmit()
  }

  private get dialog() {
    return this.renderRoot.querySelector('dialog')
  }

  /** Null until the present value was read: the field can change at any time, also while a review is read. */
  private get reviewed(): Reviewed | null {
    const { review, lastReview, values } = this
    if (review === null || lastReview === null) return null
    return lastReview.value === values[review.field]?.trim() ? lastReview : null
  }

  private get allFields(): readonly Field[] {
    return [...this.fields, ...(this.reviewed?.confirm ? [this.reviewed.confirm] : []), reasonField]
  }

  protected override render() {
    const { heading, description, submitLabel, isDangerous, isBusy, reviewed } = this
    const label = this.review !== null && reviewed === null ? this.review.label : submitLabel
    return html`<dialog aria-labelledby="heading" @cancel=${this.cancel}>
      <form novalidate @submit=${this.submit} @input=${this.readValues}>
        <h2 id="heading">${heading}</h2>
        ${description === '' ? nothing : html`<p class="lead">${description}</p>`}
        <slot></slot>
        ${this.allFields.map((field) =>
          formField(field, { value: this.values[field.name] ?? '', error: this.errors[field.name] }),
        )}
        ${this.commandPart()}
        <div role="status">${reviewed === null ? nothing : notice(reviewed.confirm === null ? 'neutral' : 'warn', reviewed.text)}</div>
        ${this.problemPart()}
        <div class="actions">
          <button type="button" class="button" @click=${this.cancel}>Cancel</button>
          <button class="button primary ${isDangerous ? 'danger' : ''}" aria-disabled=${isBusy}>${
            isBusy ? 'Working…' : label
          }</button>
        </div>
      </form>
    </dialog>`
  }

  private commandPart() {
    const command = this.command(this.valuesOrNames())
    return html`<div class="command">
      <p>${this.commandLabel} <copy-button text=${command} what="the command"></copy-button></p>
      <pre tabindex="0" aria-label=${this.commandLabel}>${command}</pre>
    </div>`
  }

  private valuesOrNames(): Values {
    const names = this.allFields.map(({ name }) => name)
    const values = Object.fromEntries(Object.entries(trimmed(this.values)).filter(([name]) => names.includes(name)))
    const missing = this.allFields.filter(({ name, isRequired }) => isRequired && !values[name])
    return { ...values, ...Object.fromEntries(missing.map(({ name }) => [name, `<${name}>`])) }
  }

  private problemPart() {
    const { problem } = this
    if (problem === null) return nothing
    if (problem.errorType === 'recentSignInRequired') {
      return html`<sign-in-again @signed-in-again=${this.resubmit}></sign-in-again>`
    }
    // Without a response, the server may have acted.
    const isUnclear = problem.status === 0 || problem.status >= 500
    const hint = html` It is not known whether the action took place. <a href="/audit-log" target="_blank">Check the audit log</a>
      before you try again.`
    return html`<div class="notice danger" role="alert">${alertIcon}<div>${problem.message}${isUnclear ? hint : nothing}</div></div>`
  }

  private readValues(event: Event) {
    this.values = enteredIn(event.currentTarget as HTMLFormElement, this.allFields)
  }

  private cancel(event: Event) {
    event.preventDefault()
    if (!this.isBusy) this.close()
  }

  private async submit(event: SubmitEvent) {
    event.preventDefault()
    if (this.isBusy) return
    const values = valuesIn(event.currentTarget as HTMLFormElement, this.allFields)
    this.values = values
    this.problem = null
    const review = this.reviewed === null ? this.review : null
    this.errors = this.errorsIn(values, review)
    if (Object.keys(this.errors).length > 0) return this.focusError()
    this.isBusy = true
    try {
      if (review !== null) {
        const value = values[review.field] ?? ''
        this.lastReview = { ...(await review.read(value)), value }
        return
      }
      const detail = await this.act(values)
      this.close()
      this.dispatchEvent(new CustomEvent('done', { detail }))
    } catch (error) {
      this.showError(error)
    } finally {
      this.isBusy = false
    }
  }

  /** Before the review, only what it is about has to be entered. */
  private errorsIn(values: Values, review: Review | null): Values {
    const errors: Values = {}
    if (review !== null) {
      const label = this.fields.find(({ name }) => name === review.field)?.label ?? review.field
      return values[review.field] ? {} : { [review.field]: `${label} is required.` }
    }
    for (const { name, label, isRequired } of this.allFields)
      if (isRequired && !values[name]) errors[name] = `${label} is required.`
    const { length } = values.reason ?? ''
    if (length < 5 || length > 500) errors.reason = 'State the reason in 5 to 500 characters.'
    return errors
  }

  private showError(error: unknown) {
    if (!(error instanceof ConsoleApiError)) throw error
    // The review is out of date: the next submit reads it again.
    if (this.review !== null && error.field === this.review.confirmName) this.lastReview = null
    const isOfField = this.allFields.some(({ name }) => name === error.field)
    if (isOfField) this.errors = { [error.field ?? '']: error.message }
    else this.problem = error
    void this.focusError()
  }

  private async focusError() {
    await this.updateComplete
    this.renderRoot.querySelector<HTMLElement>('[aria-invalid]')?.focus()
    this.renderRoot.querySelector('[role=alert], sign-in-again')?.scrollIntoView({ block: 'nearest' })
  }
}

customElements.define('action-dialog', ActionDialog)

declare global {
  interface HTMLElementTagNameMap {
    'action-dialog': ActionDialog
  }
}
