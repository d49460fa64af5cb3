// Amounts as text. Intl reads decimal texts digit by digit, so no amount passes through a float.

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
const exact = new Intl.NumberFormat('en-US', { maximumFractionDigits: 18 })

/** `$1,234.50` */
export function formatDollars(amount: string): string {
  return dollars.format(amount as Intl.StringNumericLiteral)
}

/** `1,234.567890123 USDC`, with all digits. */
export function formatAsset(amount: string, symbol: string): string {
  return `${exact.format(amount as Intl.StringNumericLiteral)} ${symbol}`
}

/** `12,345` */
export function formatCount(count: number): string {
  return exact.format(count)
}
