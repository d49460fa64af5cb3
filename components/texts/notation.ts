// How things are written: the locale of numbers and times, which way the page reads, and the currency of what is told in
// fiat. One object that is changed in place: the page's script hands it to the scripts that are loaded later.

export const notation = { locale: 'en', direction: 'ltr' as 'ltr' | 'rtl', fiatCurrency: 'USD' }

export function setLocale(locale: string) {
  notation.locale = locale
  notation.direction = /^(ar|fa|he)\b/.test(locale) ? 'rtl' : 'ltr'
}
