// The notation in use: the locale of numbers and times, the writing direction, and the fiat currency. One object, changed in
// place, because the page's script shares it with scripts that are loaded later.

export const notation = { locale: 'en', direction: 'ltr' as 'ltr' | 'rtl', fiatCurrency: 'USD' }

export function setLocale(locale: string) {
  notation.locale = locale
  notation.direction = /^(ar|fa|he)\b/.test(locale) ? 'rtl' : 'ltr'
}
