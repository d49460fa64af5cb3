// The languages there are, and which one a reader gets. Only that one is loaded.

import { showLanguage, type Texts } from './texts.ts'

const loaders = {
  en: () => import('./en.ts'),
} satisfies Record<string, () => Promise<{ texts: Texts }>>

export type Language = keyof typeof loaders

export const languages = Object.keys(loaders) as Language[]

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
  for (const tag of wish === null || wish === '' || wish === 'system' ? browser : [wish]) {
    const language = languageFor(tag)
    if (language !== undefined) return { language, locale: new Intl.Locale(tag.replaceAll('_', '-')).toString() }
  }
  return { language: 'en', locale: 'en' }
}

export async function loadLanguage({ language, locale }: LanguageChoice) {
  const { texts } = await loaders[language]()
  showLanguage(texts, locale)
}

/** The same language in the same script: Portuguese is read in Brazil's form, traditional Chinese not in simplified. */
function languageFor(tag: string): Language | undefined {
  try {
    const wished = new Intl.Locale(tag.replaceAll('_', '-')).maximize()
    return languages.find((language) => {
      const had = new Intl.Locale(language).maximize()
      return had.language === wished.language && had.script === wished.script
    })
  } catch {
    return undefined
  }
}
