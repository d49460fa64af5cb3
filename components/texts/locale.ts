// The locale in use: how numbers and times are written, which way the page reads, and the currency of what is told in fiat.

export type Direction = 'ltr' | 'rtl'

export let locale = 'en'
export let direction: Direction = 'ltr'
export let fiatCurrency = 'USD'

export function setLocale(next: string) {
  locale = next
  direction = directionOf(next)
}

export function setFiatCurrency(next: string) {
  fiatCurrency = next
}

export function directionOf(tag: string): Direction {
  return /^(ar|fa|he)\b/.test(tag) ? 'rtl' : 'ltr'
}
