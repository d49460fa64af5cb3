// The number formats of the current locale, each created once.

import { notation } from './notation.ts'

const made = new Map<string, Intl.NumberFormat>()

export function numbers(options: Intl.NumberFormatOptions = {}): Intl.NumberFormat {
  const name = notation.locale + JSON.stringify(options)
  const format = made.get(name) ?? new Intl.NumberFormat(notation.locale, options)
  made.set(name, format)
  return format
}
