// The texts of a language, by its tag. The hosted page gets them from the server, divided by when they are needed.
import type { Language } from '../../components/texts/choose-language.ts'
import type { Texts } from '../../components/texts/texts.ts'

export async function loadTexts(language: Language): Promise<Texts> {
  const { texts } = (await import(`../../components/texts/${language}.ts`)) as { texts: Texts }
  return texts
}
