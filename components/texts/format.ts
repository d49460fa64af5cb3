// Formats amounts, times and addresses in the current locale. Amounts are formatted from their decimal text: `Intl` does that
// exactly, and no amount passes through a JavaScript number.

import { isolate } from './isolate.ts'
import { notation } from './notation.ts'
import { numbers } from './numbers.ts'

// Only the type of `Intl` requires more than a string.
type DecimalText = Intl.StringNumericLiteral

const dollarTokens = new Set(['USDC', 'USDT', 'DAI', 'PYUSD', 'USDP', 'TUSD', 'EURC'])
const everyDigit = { maximumFractionDigits: 24 }

/** Every digit: `250.04`, `12,345,678.901234567890123456`. */
export function formatExact(amount: string): string {
  return numbers(everyDigit).format(amount as DecimalText)
}

/** Every digit with the symbol: `250.04 USDC`. */
export function formatToken(amount: string, symbol: string | null): string {
  return withSymbol(formatExact(amount), symbol)
}

/** For lists: shortened to comparable digits, never rounded up: `20,000.50`, `12.3456`. */
export function formatBalance(amount: string, symbol: string): string {
  const [whole = '0', fraction = ''] = amount.split('.')
  const shown = fraction.slice(0, /^0*$/.test(whole) ? 8 : 4).replace(/0+$/, '')
  const text = (shown === '' ? whole : `${whole}.${shown}`) as DecimalText
  return numbers(dollarTokens.has(symbol) ? { ...everyDigit, minimumFractionDigits: 2 } : everyDigit).format(text)
}

/** A number and its symbol in the page's direction, the symbol in its own: `<bdi>` for plain text. */
export function withSymbol(number: string, symbol: string | null): string {
  if (symbol === null) return number
  return notation.direction === 'ltr' ? `${number} ${symbol}` : `\u2067${number} \u2068${symbol}\u2069\u2069`
}

/** A fiat amount in its smallest unit, or an empty text if there is no price. */
export function formatFiat(amount: string | null): string {
  if (amount === null) return ''
  const format = numbers({ style: 'currency', currency: notation.fiatCurrency })
  const decimals = format.resolvedOptions().maximumFractionDigits ?? 2
  const isLess = new RegExp(`^0?\\.0{${decimals}}\\d*[1-9]`).test(amount)
  const smallest = decimals === 0 ? '1' : `0.${'1'.padStart(decimals, '0')}`
  const parts = format.formatToParts((isLess ? smallest : amount) as DecimalText)
  // From right to left, the dollar of `US$` would go to its other side.
  const written = parts.map(({ type, value }) => (type === 'currency' ? isolate(value) : value)).join('')
  return `${isLess ? '< ' : ''}${written}`
}

/** An approximate amount: `≈ $4.20`. */
export function formatAbout(amount: string | null): string {
  const fiat = formatFiat(amount)
  return fiat === '' || fiat.startsWith('<') ? fiat : `≈ ${fiat}`
}

export function formatPercent(percent: number): string {
  return numbers({ style: 'percent' }).format(percent / 100)
}

/** `Base, Ethereum` */
export function formatList(items: string[]): string {
  return new Intl.ListFormat(notation.locale, { type: 'conjunction', style: 'narrow' }).format(
    items.map((item) => isolate(item)),
  )
}

export function formatClock(iso: string): string {
  return formatTime(iso, { timeStyle: 'medium' })
}

export function formatMoment(iso: string): string {
  return formatTime(iso, { dateStyle: 'medium', timeStyle: 'short' })
}

function formatTime(iso: string, options: Intl.DateTimeFormatOptions): string {
  const time = new Date(iso)
  return Number.isNaN(time.getTime()) ? '' : new Intl.DateTimeFormat(notation.locale, options).format(time)
}

export function formatDuration(seconds: number): string {
  const [unit, size] = seconds < 90 ? ['second', 1] : seconds < 5400 ? ['minute', 60] : ['hour', 3600]
  return numbers({ style: 'unit', unit, unitDisplay: 'short' }).format(Math.max(1, Math.round(seconds / size)))
}

/** `3:07` */
export function formatCountdown(seconds: number): string {
  const rest = numbers({ minimumIntegerDigits: 2 }).format(seconds % 60)
  return `${numbers().format(Math.floor(seconds / 60))}:${rest}`
}

/** `0x3f9c…71ab`: to recognise an address, never to copy it. */
export function shorten(text: string): string {
  return text.length <= 14 ? text : `${text.slice(0, 6)}…${text.slice(-4)}`
}

/** Groups of four characters, the `0x` with the first. */
export function groupAddress(address: string): string[] {
  const prefix = address.startsWith('0x') ? '0x' : ''
  const groups = address.slice(prefix.length).match(/.{1,4}/g) ?? []
  return groups.map((group, index) => (index === 0 ? prefix + group : group))
}
