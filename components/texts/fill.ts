import { formatMoment, formatToken } from './format.ts'
import { isolate } from './isolate.ts'

/** Amounts, and where their symbol is. What the network fee lacks is an amount of the network's coin. */
const symbolNames: Record<string, string> = {
  minimum: 'symbol',
  maximum: 'symbol',
  available: 'symbol',
  fee: 'symbol',
  missing: 'feeSymbol',
}

/** Replaces the placeholders in braces. Null if one has no value. Amounts and times are formatted. */
export function fill(sentence: string, data: Record<string, unknown>): string | null {
  let isWhole = true
  const filled = sentence.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = data[name]
    const symbolName = symbolNames[name]
    const symbol = data[symbolName ?? '']
    if (typeof value !== 'string') isWhole = false
    else if (name === 'until') return formatMoment(value) || value
    else if (symbolName !== undefined) return formatToken(value, typeof symbol === 'string' ? symbol : null)
    return isolate(String(value))
  })
  return isWhole ? filled : null
}
