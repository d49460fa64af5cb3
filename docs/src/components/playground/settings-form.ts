// Reads the fields of the playground. A value that the element would ignore is marked and left out.
import type { SetAttribute, SetToken, Settings } from './print-code.ts'

type Field = HTMLInputElement | HTMLSelectElement

export interface SettingsForm {
  /** Without `open`, which is a state. */
  read(): Settings
  /** Attributes that the element should not have. */
  unset(): string[]
  valueOf(name: string): string
  /** '' removes an attribute or a token. Fires no event. */
  set(name: string, value: string): void
}

export function settingsForm(form: HTMLFormElement): SettingsForm {
  const attributes = [...form.querySelectorAll<Field>('[data-attribute]')].filter(
    (field) => field.dataset.attribute !== 'open',
  )
  const tokens = [...form.querySelectorAll<Field>('[data-token]')]
  const fieldOf = (name: string) =>
    [...attributes, ...tokens].find(({ dataset }) => dataset.attribute === name || dataset.token === name)
  return {
    read: () => ({ attributes: attributes.flatMap(readAttribute), tokens: tokens.flatMap(readToken) }),
    unset: () => attributes.filter((field) => readAttribute(field).length === 0).map(nameOf),
    valueOf: (name) => fieldOf(name)?.value ?? '',
    set(name, value) {
      const field = fieldOf(name)
      if (field !== undefined) field.value = value
    },
  }
}

function readAttribute(field: Field): SetAttribute[] {
  const { attribute = '', option = '', initial = '' } = field.dataset
  const isSwitch = field.type === 'checkbox'
  const value = isSwitch ? '' : field.value.trim()
  const isSet = isSwitch ? (field as HTMLInputElement).checked : value !== '' && value !== initial
  return isSet && isValid(field, value) ? [{ name: attribute, value, option: option || null }] : []
}

function readToken(field: Field): SetToken[] {
  const value = field.value.trim()
  return isValid(field, value) && value !== '' ? [{ name: nameOf(field), value }] : []
}

function isValid(field: Field, value: string): boolean {
  const isFine = value === '' || field.dataset.color === undefined || CSS.supports('color', value)
  field.ariaInvalid = String(!isFine)
  const reason = field.parentElement?.querySelector<HTMLElement>('[data-invalid]')
  if (reason) reason.hidden = isFine
  return isFine
}

function nameOf({ dataset }: Field): string {
  return dataset.attribute ?? dataset.token ?? ''
}
