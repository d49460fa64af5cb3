import { AnyText, ShortText } from './kit/answer-parts.ts'

// A currency or a chain: Gate writes both in either case.
export const UpperText = ShortText.transform((text) => text.toUpperCase())
export const AnyUpperText = AnyText.transform((text) => text.toUpperCase())
