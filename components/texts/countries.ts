export interface Country {
  /** ISO 3166-1 alpha-2. */
  value: string
  label: string
}

const listed = new Map<string, Country[]>()

/** Every country that the browser has a name for, in the language of the locale. */
export function countries(locale: string): Country[] {
  const found = listed.get(locale) ?? listCountries(locale)
  listed.set(locale, found)
  return found
}

function listCountries(locale: string): Country[] {
  const names = new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' })
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  const codes = letters.flatMap((one) => letters.map((other) => one + other))
  return codes
    .filter((code) => !/^(E[UZ]|UN|QO|X[A-J]|ZZ)$/.test(code) && new Intl.Locale(`und-${code}`).region === code)
    .map((value) => ({ value, label: names.of(value) ?? '' }))
    .filter(({ label }) => label !== '')
    .sort((one, other) => one.label.localeCompare(other.label, locale))
}
