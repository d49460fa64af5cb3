// Exact JSON numbers: read from the source text, written by JSON.rawJSON. TypeScript's library does not declare either yet, hence the
// interface ExactJson.

import { Amount } from './amount.ts'

declare const isRaw: unique symbol

/** A number of a response. JSON.stringify writes it with every digit. It is an object: it can be neither computed nor compared with. */
export interface RawJsonNumber {
  readonly [isRaw]: true
}

/** A response as `T` describes it, before JSON.stringify: its amounts are raw numbers. */
export type WithRawNumbers<T> = T extends number
  ? T | RawJsonNumber
  : T extends object
    ? { [Name in keyof T]: WithRawNumbers<T[Name]> }
    : T

interface NumberSource {
  source?: string
}

interface ExactJson {
  rawJSON(text: string): RawJsonNumber
  parse(text: string, reviver: (key: string, value: unknown, context?: NumberSource) => unknown): unknown
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
    typeof value === 'number' ? new JsonNumber(sourceOf(context)) : value,
  )
}

/** JSON.parse, except that every number comes out as the text it was written as. Throws a SyntaxError. */
export function parseJsonToTexts(text: string): unknown {
  return exact.parse(text, (_key, value, context) => (typeof value === 'number' ? sourceOf(context) : value))
}

/** Throws in a runtime that does not pass the source text: the parsed number may have been rounded. */
function sourceOf(context: NumberSource | undefined): string {
  if (context?.source === undefined) throw new Error('JSON.parse does not pass the source text of numbers')
  return context.source
}

export function jsonNumber(amount: Amount): RawJsonNumber {
  return exact.rawJSON(amount.toString())
}

/** Fiat in responses has two digits after the point. A missing price stays null. */
export function fiatNumber(amount: Amount | null): RawJsonNumber | null {
  return amount === null ? null : jsonNumber(amount.round(2, 'half-even'))
}

export const zeroNumber = jsonNumber(Amount.zero)
