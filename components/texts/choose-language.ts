// The languages there are, and which one a reader gets.

export const languages = [
  'en',
  'ar',
  'cs',
  'de',
  'es',
  'fa',
  'fr',
  'he',
  'id',
  'it',
  'ja',
  'ko',
  'nl',
  'pl',
  'pt-BR',
  'ru',
  'tr',
  'uk',
  'vi',
  'zh-Hans',
] as const

export type Language = (typeof languages)[number]

export interface LanguageChoice {
  language: Language
  /** For numbers and times: the reader's own region, where the language is theirs too. */
  locale: string
}

/**
 * The first wish that can be had: `fr-CA` reads French with Canadian numbers, what nobody has here reads English.
 * Without a wish, or with `system`, the browser's languages are the wishes.
 */
export function chooseLanguage(wish: string | null, browser: readonly string[] = navigator.languages): LanguageChoice {
  for (const tag of wish && wish !== 'system' ? [wish] : browser) {
    const locale = readTag(tag)
    const language = locale && languages.find((each) => isReadAlike(locale, new Intl.Locale(each)))
    if (language) return { language, locale: locale.toString() }
  }
  return { language: 'en', locale: 'en' }
}

function readTag(tag: string): Intl.Locale | null {
  try {
    return new Intl.Locale(tag.replaceAll('_', '-'))
  } catch {
    return null
  }
}

/** The same language in the same script: Portuguese is read in Brazil's form, traditional Chinese not in simplified. */
function isReadAlike(one: Intl.Locale, other: Intl.Locale): boolean {
  const [a, b] = [one.maximize(), other.maximize()]
  return a.language === b.language && a.script === b.script
}
