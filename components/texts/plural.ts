// The plural forms of a language: `plural(3, { one: '# try left', other: '# tries left' })`.

import { numbers } from './numbers.ts'

type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }

/** A plain number in the digits of the locale. */
export function digits(count: number): string {
  return numbers().format(count)
}

/* @__NO_SIDE_EFFECTS__ */
export function pluralOf(language: string): (count: number, forms: Forms) => string {
  const rules = new Intl.PluralRules(language)
  return (count, forms) => (forms[rules.select(count)] ?? forms.other).replace('#', numbers().format(count))
}
