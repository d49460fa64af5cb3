// Loads the texts of a language: no other is loaded.

import type { Language, LanguageChoice } from './choose-language.ts'
import { showLanguage, type Texts } from './texts.ts'

const loaders: Record<Language, () => Promise<{ texts: Texts }>> = {
  en: () => import('./en.ts'),
  ar: () => import('./ar.ts'),
  cs: () => import('./cs.ts'),
  de: () => import('./de.ts'),
  es: () => import('./es.ts'),
  fa: () => import('./fa.ts'),
  fr: () => import('./fr.ts'),
  he: () => import('./he.ts'),
  id: () => import('./id.ts'),
  it: () => import('./it.ts'),
  ja: () => import('./ja.ts'),
  ko: () => import('./ko.ts'),
  nl: () => import('./nl.ts'),
  pl: () => import('./pl.ts'),
  'pt-BR': () => import('./pt-BR.ts'),
  ru: () => import('./ru.ts'),
  tr: () => import('./tr.ts'),
  uk: () => import('./uk.ts'),
  vi: () => import('./vi.ts'),
  'zh-Hans': () => import('./zh-Hans.ts'),
}

export async function loadTexts(language: Language): Promise<Texts> {
  const { texts } = await loaders[language]()
  return texts
}

export async function loadLanguage({ language, locale }: LanguageChoice) {
  showLanguage(await loadTexts(language), locale)
}
