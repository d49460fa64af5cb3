// Exact JSON numbers: read from the source text, written by JSON.rawJSON. TypeScript's library does not declare either yet, hence the
// two interfaces.

import { Amount } from './amount.ts'

interface ExactJson {
  rawJSON(text: string): object
  parse(text: string, reviver: (key: string, value: unknown, context: { source?: string }) => unknown): unknown
}
const exact = JSON as unknown as ExactJson

/** A number as its author wrote it, for example `12345678.901234567890123456`. */
export class JsonNumber {
  readonly source: string

  constructor(source: string) {
    this.source = source
  }
}

/** JSON.parse, except that every number comes out as a JsonNumber. Throws a SyntaxError. */
export function parseExactJson(text: string): unknown {
  return exact.parse(text, (_key, value, context) =>
    typeof value === 'number' ? new JsonNumber(context.source ?? String(value)) : value,
  )
}

/** JSON.parse, except that every number comes out as the text it was written as. Throws a SyntaxError. */
export function parseJsonToTexts(text: string): unknown {
  return exact.parse(text, (_key, value, context) =>
    typeof value === 'number' ? (context.source ?? String(value)) : value,
  )
}

/** For responses: JSON.stringify writes the amount as a number with every digit. */
export function jsonNumber(amount: Amount): number {
  return exact.rawJSON(amount.toString()) as unknown as number
}

/** Fiat in responses has two digits after the point. A missing price stays null. */
export function fiatNumber(amount: Amount | null): number | null {
  return amount === null ? null : jsonNumber(amount.round(2, 'half-even'))
}

export const zeroNumber = jsonNumber(Amount.zero)
