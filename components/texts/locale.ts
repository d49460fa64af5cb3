// The locale in use: how numbers and times are written, and which way the page reads. Set with the language.

export type Direction = 'ltr' | 'rtl'

export let locale = 'en'
export let direction: Direction = 'ltr'

export function setLocale(next: string) {
  locale = next
  direction = directionOf(next)
}

export function directionOf(tag: string): Direction {
  return /^(ar|fa|he)\b/.test(tag) ? 'rtl' : 'ltr'
}
