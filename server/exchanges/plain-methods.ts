import { plainText } from '../contract/plain-text.ts'
import type { CodeMethod } from './sign-in.ts'

/** The masked receivers come from the exchange, so they are reduced to plain text. */
export function plainMethods(methods: readonly CodeMethod[]): CodeMethod[] {
  return methods.map((method) => ({ ...method, to: plainText(method.to) }))
}
