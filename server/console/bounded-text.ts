import { escapeText } from '../contract/plain-text.ts'

/** External text with visible characters only, shortened. */
export function boundedText(text: string, length: number): string {
  const shown = escapeText(text.slice(0, length + 1))
  return text.length <= length ? shown : `${shown.slice(0, length)}… (${text.length} characters)`
}

/** The same for every text in a value that is shown as JSON. */
export function boundedJson(value: unknown, length: number): unknown {
  if (typeof value === 'string') return boundedText(value, length)
  if (Array.isArray(value)) return value.slice(0, 100).map((each) => boundedJson(each, length))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, boundedJson(each, length)]))
}
