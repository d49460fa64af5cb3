import { isolate } from './isolate.ts'
import type { Texts } from './texts.ts'

type Sentence = (...values: never[]) => string
type TextNode = string | Sentence | { [name: string]: TextNode }

/** The same texts, whose sentences keep the writing direction of the names in them. */
export function isolateNames(texts: Texts): Texts {
  return isolating(texts) as Texts
}

function isolating(part: TextNode): TextNode {
  if (typeof part === 'string') return part
  if (typeof part === 'function')
    return (...values) => part(...values.map((value) => (typeof value === 'string' ? isolate(value) : value) as never))
  return Object.fromEntries(Object.entries(part).map(([name, text]) => [name, isolating(text)]))
}
