// The texts of the language in use. `texts` and its sections stay the same objects when the language changes, and read
// the new one; whoever shows them renders again on `languageChanged`.

import type { texts as english } from './en.ts'
import { notation, setLocale } from './notation.ts'

export type Texts = typeof english

let current: Texts | undefined

export const texts: Texts = follow(() => current)
export const languageChanged = new EventTarget()

/** From now on, everything is shown in this language, and written as in this locale. */
export function showLanguage(next: Texts, locale: string) {
  current = next
  setLocale(locale)
  languageChanged.dispatchEvent(new Event('change'))
}

/** A text by a name from outside, or null where there is none. */
export function findText(section: object, name: string | null | undefined): string | null {
  const found: unknown = section[(name ?? '') as keyof typeof section]
  return typeof found === 'string' ? found : null
}

/** Reads through to what `find` has at that moment. Names in a sentence are kept apart from the way it reads. */
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

/** A name that reads the other way must not turn the sentence around it: Unicode isolates are `<bdi>` for plain text. */
export function isolate(name: string): string {
  return readsAgainst[notation.direction].test(name) ? `\u2068${name}\u2069` : name
}
