// The available languages, and the choice of one for a user.

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
  /** For numbers and times: the user's region, if the language matches the user's. */
  locale: string
}

/**
 * The first requested language that is available: `fr-CA` gets French with Canadian numbers, and unsupported languages get
 * English. Without a request, or with `system`, the browser's languages are used.
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

/** Matches language and script: Portuguese falls back to Brazilian, but traditional Chinese not to simplified. */
function isReadAlike(one: Intl.Locale, other: Intl.Locale): boolean {
  const [a, b] = [one.maximize(), other.maximize()]
  return a.language === b.language && a.script === b.script
}
