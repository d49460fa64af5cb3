// Lookups in an adapter's tables. Their keys are the exchange's words, so a word such as `constructor` must find nothing.

import { Amount } from '../../contract/amount.ts'

type Table<T> = Readonly<Record<string, T>>

export function entryOf<T>(table: Table<T>, word: string): T | undefined {
  return Object.hasOwn(table, word) ? table[word] : undefined
}

/** The first word of the table with this value. */
export function wordOf<T>(table: Table<T>, value: T): string | undefined {
  return Object.keys(table).find((word) => table[word] === value)
}

/** Prices of pairs such as `BTCUSDT`, by symbol. A USDT counts as a dollar. */
export function pricesInUsdt(
  pairs: readonly (readonly [pair: string, price: Amount])[],
  separator = '',
): Map<string, Amount> {
  const ending = `${separator}USDT`
  const priced = pairs.flatMap(([pair, price]): [string, Amount][] => {
    const symbol = pair.endsWith(ending) ? pair.slice(0, -ending.length) : ''
    const isPair = symbol !== '' && (separator === '' || !symbol.includes(separator))
    return isPair && price.isPositive ? [[symbol, price]] : []
  })
  return new Map(priced).set('USDT', Amount.parse('1'))
}

/** Our reference without its hyphens, for exchanges that accept 32 letters and digits. */
export function compactReference(clientReference: string): string {
  return clientReference.replaceAll('-', '')
}
