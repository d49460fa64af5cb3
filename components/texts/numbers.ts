// The number formats of the current locale, each created once. The server renders for many locales, so it keeps only some.

import { notation } from './notation.ts'

const made = new Map<string, Intl.NumberFormat>()

export function numbers(options: Intl.NumberFormatOptions = {}): Intl.NumberFormat {
  const name = notation.locale + JSON.stringify(options)
  const format = made.get(name) ?? new Intl.NumberFormat(notation.locale, options)
  if (made.size >= 500) made.clear()
  made.set(name, format)
  return format
}
