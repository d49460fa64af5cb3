// Pseudo-languages, built from the English texts. They show untranslated and truncated texts. `en-XA` is accented and two fifths
// longer; `ar-XB` reads from right to left. Never shipped.
import type { Texts } from '../../components/texts/texts.ts'

type PseudoLanguage = 'en-XA' | 'ar-XB'

export function pseudoTexts(texts: Texts, language: PseudoLanguage): Texts {
  const change = language === 'en-XA' ? lengthen : turn
  return changeAll(texts, change) as Texts
}

function changeAll(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value)
  if (typeof value === 'function') return (...values: unknown[]) => change(value(...values.map(mark)))
  return Object.fromEntries(Object.entries(value as object).map(([name, part]) => [name, changeAll(part, change)]))
}

// Values that are inserted into a sentence are between these characters. They stay unchanged, as do words in braces.
const [begin, end] = ['\ue000', '\ue001']
const placeholders = /\ue000(.*?)\ue001|\{\w+\}/gs

function mark(value: unknown): unknown {
  return typeof value === 'string' ? `${begin}${value}${end}` : value
}

function each(text: string, change: (own: string) => string): string {
  let at = 0
  let changed = ''
  for (const match of text.matchAll(placeholders)) {
    changed += change(text.slice(at, match.index)) + (match[1] ?? match[0])
    at = match.index + match[0].length
  }
  return changed + change(text.slice(at))
}

function lengthen(text: string): string {
  const own = text.replace(placeholders, '')
  const more = 'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen'
  const accented = each(text, (part) => part.replace(/[aeiouyncs]/g, '$&\u0301').normalize())
  return `[${accented} ${more.slice(0, Math.ceil(own.length * 0.4))}]`
}

/** Each word set from right to left by Unicode control characters. Its letters stay unchanged. */
function turn(text: string): string {
  return `\u202b${each(text, (part) => part.replace(/\p{L}[\p{L}’]*/gu, (word) => `\u202e${word}\u202c`))}\u202c`
}
