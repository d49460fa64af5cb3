import { plainText } from './plain-text.ts'

const ownSecret = /(?:at|rt|ls|ac)-(?:sandbox|production)-|sk_(?:sandbox|live)_/i

/** For errors that repeat input: shortened, and without tokens that were sent in the wrong field by mistake. */
export function redactInput(text: string, maximum: number, instead = 'The value given'): string {
  return ownSecret.test(text) ? instead : plainText(text).slice(0, maximum)
}
