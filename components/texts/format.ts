// Amounts, times and addresses as people read them. Amounts are formatted from their decimal text, digit by digit.

const numberLocale = 'en-US'
const dateLocale = 'en-GB'

// `Intl` formats decimal text exactly; only its type asks for more than a string.
type DecimalText = Intl.StringNumericLiteral

const exactNumber = new Intl.NumberFormat(numberLocale, { maximumFractionDigits: 24 })
const paddedNumber = new Intl.NumberFormat(numberLocale, { minimumFractionDigits: 2, maximumFractionDigits: 24 })
const fiatNumber = new Intl.NumberFormat(numberLocale, { style: 'currency', currency: 'USD' })
const clock = new Intl.DateTimeFormat(dateLocale, { hour: '2-digit', minute: '2-digit', second: '2-digit' })
const moment = new Intl.DateTimeFormat(dateLocale, { dateStyle: 'medium', timeStyle: 'short' })
const dollarTokens = new Set(['USDC', 'USDT', 'DAI', 'PYUSD', 'USDP', 'TUSD', 'EURC'])

/** Every digit: `250.04`, `12,345,678.901234567890123456`. */
export function formatExact(amount: string): string {
  return exactNumber.format(amount as DecimalText)
}

/** Every digit with the symbol: `250.04 USDC`. */
export function formatToken(amount: string, symbol: string | null): string {
  return symbol === null ? formatExact(amount) : `${formatExact(amount)} ${symbol}`
}

/** For lists: as many digits as one can compare, cut and never rounded up: `20,000.50`, `12.3456`. */
export function formatBalance(amount: string, symbol: string): string {
  const [whole = '0', fraction = ''] = amount.split('.')
  const shown = fraction.slice(0, /^0*$/.test(whole) ? 8 : 4).replace(/0+$/, '')
  const text = (shown === '' ? whole : `${whole}.${shown}`) as DecimalText
  return (dollarTokens.has(symbol) ? paddedNumber : exactNumber).format(text)
}

/** In fiat, to the cent; empty where there is no price. */
export function formatFiat(amount: string | null): string {
  if (amount === null) return ''
  return /^0?\.00\d*[1-9]/.test(amount) ? '< $0.01' : fiatNumber.format(amount as DecimalText)
}

export function formatClock(iso: string): string {
  const time = new Date(iso)
  return Number.isNaN(time.getTime()) ? '' : clock.format(time)
}

export function formatMoment(iso: string): string {
  const time = new Date(iso)
  return Number.isNaN(time.getTime()) ? '' : moment.format(time)
}

export function formatDuration(seconds: number): string {
  if (seconds < 90) return `${Math.max(1, Math.round(seconds))} s`
  return seconds < 5400 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`
}

/** `3:07` */
export function formatCountdown(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** `0x3f9c…71ab`: to recognise, never to copy. */
export function shorten(text: string): string {
  return text.length <= 14 ? text : `${text.slice(0, 6)}…${text.slice(-4)}`
}

/** Groups of four characters, the `0x` with the first. */
export function groupAddress(address: string): string[] {
  const prefix = address.startsWith('0x') ? '0x' : ''
  const groups = address.slice(prefix.length).match(/.{1,4}/g) ?? []
  return groups.map((group, index) => (index === 0 ? prefix + group : group))
}
