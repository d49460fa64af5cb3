// The texts of the current language. `texts` and its sections stay the same objects when the language changes, and read the new
// one. Elements render again on `languageChanged`.

import type { texts as english } from './en.ts'
import { notation, setLocale } from './notation.ts'

export type Texts = typeof english

let current: Texts | undefined

export const texts: Texts = follow(() => current)
export const languageChanged = new EventTarget()

/** Sets the language of the texts and the locale of numbers and times. */
export function showLanguage(next: Texts, locale: string) {
  current = next
  setLocale(locale)
  languageChanged.dispatchEvent(new Event('change'))
}

/** The text with this name, or null. The name may come from outside. */
export function findText(section: object, name: string | null | undefined): string | null {
  const found: unknown = section[(name ?? '') as keyof typeof section]
  return typeof found === 'string' ? found : null
}

/** Reads through to the current result of `find`, and isolates the writing direction of names in sentences. */
function follow<Part extends object>(find: () => Part | undefined): Part {
  return new Proxy({} as Part, {
    get(_, name) {
      const found: unknown = find()?.[name as keyof Part]
      if (typeof found === 'function')
        return (...values: unknown[]) =>
          found(...values.map((value) => (typeof value === 'string' ? isolate(value) : value)))
      return typeof found === 'string' ? found : follow(() => find()?.[name as keyof Part] as object | undefined)
    },
  })
}

const readsAgainst = { ltr: /[\u0590-\u08ff\u202a-\u202e\ufb1d-\ufeff]/, rtl: /./ }

/** A name in the other direction must not reorder the sentence. Unicode isolates do for plain text what `<bdi>` does. */
export function isolate(name: string): string {
  return readsAgainst[notation.direction].test(name) ? `\u2068${name}\u2069` : name
}
