// Reads a typed amount in the notation of the current locale. Ambiguous text is refused: a number is never guessed.

import { numbers } from './numbers.ts'

/** Group separators that are never a decimal mark, and invisible characters of copied text. */
const ignored = /[\s'’_\u061c\u200b-\u200f\u2060-\u2069]/g
/** Arabic, Persian and full-width digits: the last four bits of each are its value. */
const otherDigits = /[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g

/**
 * Returns decimal text, or null. Points and commas are both accepted: the last of two different marks is the decimal mark, and a
 * repeated mark separates groups. A single mark before exactly three digits separates groups if the locale groups this way:
 * `1,000` is one thousand in English and one in German.
 */
export function readAmount(typed: string): string | null {
  const text = typed
    .replace(ignored, '')
    // The Persian decimal mark.
    .replace(/(?<=[۰-۹])\//g, '٫')
    .replace(otherDigits, (digit) => String(digit.charCodeAt(0) & 15))
    .replace(/[،，]/g, ',')
    .replace(/．/g, '.')
    .replace(/٬(?=\d{3}(?!\d))/g, '')
  if (!/^[\d.,٫]+$/.test(text) || !/\d/.test(text)) return null
  const mark = decimalMark(text)
  const [whole = '', fraction = '', ...more] = mark === null ? [text] : text.split(mark)
  if (more.length > 0 || !isGrouped(whole) || /\D/.test(fraction)) return null
  const digits = whole.replace(/[.,]/g, '').replace(/^0+(?=\d)/, '') || '0'
  return fraction === '' ? digits : `${digits}.${fraction}`
}

function decimalMark(text: string): string | null {
  const marks = text.match(/[.,٫]/g) ?? []
  const [first] = marks
  const last = marks.at(-1)
  if (first === undefined || last === undefined) return null
  if (marks.length === 1) return first === groupMark() && /^[1-9]\d{0,2}\D\d{3}$/.test(text) ? null : first
  return new Set(marks).size === 1 ? null : last
}

function groupMark(): string | undefined {
  return numbers()
    .formatToParts(1234567)
    .find((part) => part.type === 'group')?.value
}

/** Groups of three, or as in India of two before the last three. */
function isGrouped(whole: string): boolean {
  return /^\d*$/.test(whole) || /^\d{1,3}(,\d{2,3})*,\d{3}$/.test(whole) || /^\d{1,3}(\.\d{3})+$/.test(whole)
}
