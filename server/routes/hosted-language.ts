// Which language goes into the hosted page with its first answer. The page's script decides by the same rule, and loads
// another one where it decides otherwise: this only saves it the time.

/** The first wish that can be had: what the link says, else the languages of the browser; English where none is. */
export function chooseLanguage(had: string[], wish: string | undefined, acceptLanguage: string | undefined): string {
  const isWish = wish !== undefined && wish !== '' && wish !== 'system'
  for (const tag of isWish ? [wish] : tagsOf(acceptLanguage ?? '')) {
    const language = languageFor(had, tag)
    if (language !== undefined) return language
  }
  return 'en'
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

function languageFor(had: string[], tag: string): string | undefined {
  const wished = maximized(tag)
  if (wished === null) return undefined
  return had.find((language) => {
    const own = maximized(language)
    return own !== null && own.language === wished.language && own.script === wished.script
  })
}

function maximized(tag: string): Intl.Locale | null {
  try {
    return new Intl.Locale(tag.replaceAll('_', '-')).maximize()
  } catch {
    return null
  }
}
