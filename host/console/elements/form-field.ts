// Fields of filters and actions, described by data.

import { html, nothing } from 'lit'
import { live } from 'lit/directives/live.js'

interface FieldBasics {
  /** Of the value in the request. */
  name: string
  label: string
  hint?: string
  isRequired?: boolean
}

export interface TextField extends FieldBasics {
  /** A `utcTime` has a value in ISO format: `2026-11-28T14:02:00Z`. */
  type: 'text' | 'textarea' | 'number' | 'url' | 'utcTime'
  placeholder?: string
}

export interface SelectField extends FieldBasics {
  type: 'select'
  /** The value '' is no choice. */
  options: readonly { value: string; text: string }[]
}

export interface CheckboxField extends FieldBasics {
  type: 'checkbox'
}

export type Field = TextField | SelectField | CheckboxField

interface FieldState {
  value: string
  /** Shown at the field. */
  error?: string | undefined
  /** Ids are unique in a shadow root: another prefix if there is a second form. */
  idPrefix?: string
}

/** The styles are `fieldStyles`. A checkbox that is checked has the value `on`. The field always shows `value`: update it on input. */
export function formField(field: Field, { value, error, idPrefix = 'field' }: FieldState) {
  const id = `${idPrefix}-${field.name}`
  const described = [...(field.hint ? [`${id}-hint`] : []), ...(error ? [`${id}-error`] : [])].join(' ')
  const label = html`<label for=${id}>${field.label}</label>`
  const control = controlOf(field, { id, value, error, describedBy: described || nothing })
  const notes = html`${field.hint ? html`<span class="hint" id="${id}-hint">${field.hint}</span>` : nothing}${
    error ? html`<span class="error" id="${id}-error">${error}</span>` : nothing
  }`
  if (field.type === 'checkbox')
    return html`<div class="field"><div class="check">${control}${label}</div>${notes}</div>`
  return html`<div class="field">${label}${control}${notes}</div>`
}

interface ControlState {
  id: string
  value: string
  error: string | undefined
  describedBy: unknown
}

function controlOf(field: Field, { id, value, error, describedBy }: ControlState) {
  const { name, isRequired = false } = field
  const invalid = error ? 'true' : nothing
  switch (field.type) {
    case 'select':
      return html`<select id=${id} name=${name} ?required=${isRequired} aria-invalid=${invalid}
        aria-describedby=${describedBy}>${field.options.map(
          (each) => html`<option value=${each.value} .selected=${live(each.value === value)}>${each.text}</option>`,
        )}</select>`
    case 'checkbox':
      return html`<input type="checkbox" id=${id} name=${name} .checked=${live(value === 'on')} ?required=${isRequired}
        aria-invalid=${invalid} aria-describedby=${describedBy} />`
    case 'textarea':
      return html`<textarea id=${id} name=${name} .value=${live(value)} ?required=${isRequired} aria-invalid=${invalid}
        aria-describedby=${describedBy} placeholder=${field.placeholder ?? nothing}></textarea>`
    case 'utcTime':
      return html`<input type="datetime-local" step="1" id=${id} name=${name} .value=${live(value.replace(/(\.\d+)?Z$/, ''))}
        ?required=${isRequired} aria-invalid=${invalid} aria-describedby=${describedBy} />`
    default:
      return html`<input type=${field.type} id=${id} name=${name} .value=${live(value)} ?required=${isRequired} autocomplete="off"
        spellcheck="false" aria-invalid=${invalid} aria-describedby=${describedBy} placeholder=${field.placeholder ?? nothing} />`
  }
}

/** The value of each field of a form by its name. An unchecked checkbox has ''. */
export function valuesIn(form: HTMLFormElement, fields: readonly Field[]): Record<string, string> {
  const entered = Object.entries(enteredIn(form, fields))
  return Object.fromEntries(entered.map(([name, value]) => [name, value.trim()]))
}

/** The same while the operator types: with the space after which the next word follows. */
export function enteredIn(form: HTMLFormElement, fields: readonly Field[]): Record<string, string> {
  const data = new FormData(form)
  const read = ({ name, type }: Field) => {
    const value = String(data.get(name) ?? '')
    return type === 'utcTime' ? utcTime(value) : value
  }
  return Object.fromEntries(fields.map((field) => [field.name, read(field)]))
}

/** The browser leaves out seconds of zero. */
function utcTime(value: string): string {
  if (value === '') return ''
  return `${value}${/T\d\d:\d\d$/.test(value) ? ':00' : ''}Z`
}
