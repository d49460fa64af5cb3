// A language may lack texts: a new screen needs only English.

import type { Texts } from './texts.ts'

/** Some of the texts, each as in English. */
export type PartialTexts = Some<Texts>

type Some<Part> = Part extends string | ((...values: never[]) => string)
  ? Part
  : { [Name in keyof Part]?: Some<Part[Name]> }

/** Texts that the language lacks are in English. */
export function completeTexts(english: Texts, own: PartialTexts): Texts {
  return complete(english, own) as Texts
}

function complete(english: object, own: object): object {
  const found = new Map(Object.entries(own))
  return Object.fromEntries(
    Object.entries(english).map(([name, text]) => [
      name,
      typeof text === 'object' ? complete(text, found.get(name) ?? {}) : (found.get(name) ?? text),
    ]),
  )
}
