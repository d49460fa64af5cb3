// Chooses the language of the hosted page.

export interface LanguageChoice {
  language: string
  /** For numbers and times: the reader's region, if the language is theirs. */
  locale: string
}

/** Chooses the link's language, otherwise the first available language of the browser, otherwise English. */
export function chooseLanguage(
  had: string[],
  wish: string | undefined,
  acceptLanguage: string | undefined,
): LanguageChoice {
  const isWish = wish !== undefined && wish !== '' && wish !== 'system'
  for (const tag of isWish ? [wish] : tagsOf(acceptLanguage ?? '')) {
    const wished = readTag(tag)
    const language = wished && had.find((each) => isReadAlike(wished, new Intl.Locale(each)))
    if (wished && language) return { language, locale: plainTag(wished) }
  }
  return { language: 'en', locale: 'en' }
}

export function directionOf(language: string): 'ltr' | 'rtl' {
  return /^(ar|fa|he)\b/.test(language) ? 'rtl' : 'ltr'
}

/** The tags of an Accept-Language header, best first. */
function tagsOf(header: string): string[] {
  return header
    .slice(0, 200)
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().split(/\s*;\s*/)
      const quality = parameters.find((each) => each.startsWith('q='))?.slice(2)
      return { tag, quality: quality === undefined ? 1 : Number(quality) || 0 }
    })
    .sort((a, b) => b.quality - a.quality)
    .map(({ tag }) => tag)
}

/** Drops extensions, so that unusual tags do not create more variants of the page. */
function plainTag({ language, script, region }: Intl.Locale): string {
  return [language, script, region].filter(Boolean).join('-')
}

function readTag(tag: string): Intl.Locale | null {
  try {
    return new Intl.Locale(tag.replaceAll('_', '-'))
  } catch {
    return null
  }
}

/** The same language in the same script. For example, `pt-PT` matches `pt-BR`, but `zh-Hant` does not match `zh-Hans`. */
function isReadAlike(one: Intl.Locale, other: Intl.Locale): boolean {
  const [a, b] = [one.maximize(), other.maximize()]
  return a.language === b.language && a.script === b.script
}
