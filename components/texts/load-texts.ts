// Loads the texts of a language, each from its own file.

import type { Language } from './choose-language.ts'
import { completeTexts, type PartialTexts } from './complete-texts.ts'
import type { Texts } from './texts.ts'

const english = () => import('./en.ts')

const others: Record<Exclude<Language, 'en'>, () => Promise<{ texts: PartialTexts }>> = {
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
  if (language === 'en') return (await english()).texts
  const [own, complete] = await Promise.all([others[language](), english()])
  return completeTexts(complete.texts, own.texts)
}
