import * as z from 'zod'
import { ofText } from '../length-checks.ts'
import { isPlainText, isTypedText } from '../plain-text.ts'

const fix = 'may not hold control, invisible or direction characters: remove them'

/** A name, an id, a code: plain text of bounded length. PostgreSQL stores no NUL, and a text may be shown. */
export function text(maximum: number) {
  return z.string().max(maximum, ofText).refine(isPlainText, fix)
}

/** Text that a user types for an exchange, such as a password or the name of a recipient. */
export function typedText(maximum: number) {
  return z.string().max(maximum, ofText).refine(isTypedText, fix)
}
