// Checks the values that an exchange requires by law against the fields that its adapter declares. The values are sent with
// the order and are neither stored nor logged.

import { ApiError } from '../contract/errors.ts'
import type { ExtraField } from '../exchanges/exchange.ts'

export type Extra = Readonly<Record<string, string>>

/** Accepts names in any casing and drops unknown names. Without values nothing is checked. Throws `extraInvalid`. */
export function readExtra(fields: readonly ExtraField[], extra: Extra | undefined): Extra {
  const values = new Map(Object.entries(extra ?? {}).map(([name, value]) => [name.toLowerCase(), value.trim()]))
  if (values.size === 0) return {}
  const givenTo = (name: string) => values.get(name.toLowerCase()) ?? ''
  const shown = fields.filter(
    ({ requiredIf }) => requiredIf === undefined || givenTo(requiredIf.field) === requiredIf.value,
  )
  const read = shown.map((field) => [field.name, readField(field, givenTo(field.name))])
  return Object.fromEntries(read.filter(([, value]) => value !== ''))
}

function readField(field: ExtraField, value: string): string {
  const normalised =
    field.kind === 'country' ? value.toUpperCase() : field.kind === 'checkbox' && value !== 'true' ? '' : value
  const reason = invalidReason(field, normalised)
  if (reason !== null) throw new ApiError('extraInvalid', { field: field.name, label: field.label, reason })
  return normalised
}

function invalidReason({ kind, required, requiredIf, options, maxLength }: ExtraField, value: string): string | null {
  if (value === '') return required || requiredIf !== undefined ? 'required' : null
  if (maxLength !== null && value.length > maxLength) return 'tooLong'
  if (kind === 'select' && !options.some((option) => option.value === value)) return 'notAnOption'
  if (kind === 'country' && !/^[A-Z]{2}$/.test(value)) return 'notACountry'
  return null
}
