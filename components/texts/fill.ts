import { formatExact, formatMoment, formatToken } from './format.ts'
import { isolate } from './isolate.ts'

/** Amounts of the asset in `symbol`. */
const amounts = new Set(['minimum', 'maximum', 'available', 'fee'])

/** Replaces the placeholders in braces. Null if one has no value. Amounts and times are formatted. */
export function fill(sentence: string, data: Record<string, unknown>): string | null {
  let isWhole = true
  const filled = sentence.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = data[name]
    if (typeof value !== 'string') isWhole = false
    else if (name === 'until') return formatMoment(value) || value
    else if (amounts.has(name)) return formatToken(value, typeof data.symbol === 'string' ? data.symbol : null)
    // The sentence names the coin of this amount.
    else if (name === 'missing') return formatExact(value)
    return isolate(String(value))
  })
  return isWhole ? filled : null
}
