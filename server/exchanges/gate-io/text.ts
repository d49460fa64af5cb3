import { AnyText, ShortText } from '../kit/response-parts.ts'

// Currencies and chains in upper case: Gate uses both cases.
export const UpperText = ShortText.transform((text) => text.toUpperCase())
export const AnyUpperText = AnyText.transform((text) => text.toUpperCase())
