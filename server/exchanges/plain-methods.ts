import { plainText } from '../contract/plain-text.ts'
import type { CodeMethod } from './exchange.ts'

/** The masked receivers are the exchange's words. */
export function plainMethods(methods: readonly CodeMethod[]): CodeMethod[] {
  return methods.map((method) => ({ ...method, to: plainText(method.to) }))
}
