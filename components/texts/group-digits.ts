// Groups the digits of an amount as the locale writes them, while the user types.

import { numbers } from './numbers.ts'

interface TypedText {
  text: string
  caret: number
  /** Whether all group marks in the text were set here. */
  isGrouped: boolean
}

const digit = '[0-9\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]'

/**
 * Groups the text before and after the caret, which has no group marks. A text with anything but digits and one decimal mark of the
 * locale stays as it is: a mark that the user types may be meant as the decimal mark. So does a number with leading zeros: `0,500`
 * is half of one.
 */
export function groupDigits(before: string, after: string): TypedText {
  const { group, decimal } = marks()
  const amount = new RegExp(`^(${digit}*)((?:${decimal === '.' ? '\\.' : decimal}${digit}*)?)$`).exec(before + after)
  if (amount === null) return { text: before + after, caret: before.length, isGrouped: false }
  const [, whole = '', fraction = ''] = amount
  const text = (startsWithZero(whole) ? whole : groupWhole(whole, group)) + fraction
  return { text, caret: positionAfter(before.length, text, group), isGrouped: true }
}

/** The text without the marks that `groupDigits` set. */
export function withoutGroups(text: string): string {
  return text.replaceAll(marks().group, '')
}

/** Whether the text is as `groupDigits` writes it. */
export function isGroupedText(text: string): boolean {
  return groupDigits(withoutGroups(text), '').text === text
}

function startsWithZero(whole: string): boolean {
  return /^[0\u0660\u06f0\uff10]/.test(whole)
}

function groupWhole(whole: string, group: string): string {
  if (whole === '') return ''
  const groups: string[] = []
  for (const { type, value } of numbers().formatToParts(BigInt('1'.repeat(whole.length)))) {
    const from = groups.join('').length
    if (type === 'integer') groups.push(whole.slice(from, from + value.length))
  }
  return groups.join(group)
}

/** The position after so many characters that are no group marks. */
function positionAfter(count: number, text: string, group: string): number {
  let at = 0
  for (let left = count; left > 0; at++) if (text[at] !== group) left--
  return at
}

function marks(): { group: string; decimal: string } {
  const parts = numbers().formatToParts(1234567.5)
  const markOf = (type: string) => parts.find((part) => part.type === type)?.value ?? ''
  return { group: markOf('group'), decimal: markOf('decimal') }
}
