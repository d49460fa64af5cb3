// Loads the texts of a language: no other is loaded.

import type { Language, LanguageChoice } from './choose-language.ts'
import { showLanguage, type Texts } from './texts.ts'

const loaders: Record<Language, () => Promise<{ texts: Texts }>> = {
  en: () => import('./en.ts'),
  de: () => import('./de.ts'),
  fr: () => import('./fr.ts'),
}

export async function loadTexts(language: Language): Promise<Texts> {
  const { texts } = await loaders[language]()
  return texts
}

export async function loadLanguage({ language, locale }: LanguageChoice) {
  showLanguage(await loadTexts(language), locale)
}
