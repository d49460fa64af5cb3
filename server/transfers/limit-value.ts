// How an operator writes the value of a limit, and how it is stored and shown.

import { Amount } from '../contract/amount.ts'
import type { LimitName } from '../contract/limit-names.ts'
import { escapeText } from '../contract/plain-text.ts'
import { limitOff } from './operator-limits.ts'

const secondsOfUnit: Record<string, number> = { m: 60, h: 3_600, d: 86_400 }
const longestCoolDown = 30 * 86_400

/** The message names the limit and what fits. */
export class UnfitLimitValue extends Error {
  constructor(name: LimitName, text: string, problem: string) {
    super(`The value of ${name} ${problem}. It is ${escapeText(text)}.`)
    this.name = 'UnfitLimitValue'
  }
}

/** The stored form of a value. Throws UnfitLimitValue. */
export function readLimitValue(name: LimitName, text: string): string {
  if (text === limitOff) return limitOff
  switch (name) {
    case 'transfers-per-client':
    case 'transfers-per-user':
      if (/^[1-9]\d{0,8}$/.test(text)) return text
      throw new UnfitLimitValue(name, text, 'must be a whole number of transfers, such as 20')
    case 'usd-per-client':
    case 'usd-per-user':
      return readDollars(name, text)
    case 'cool-down':
      return readDuration(name, text)
    case 'allow-list':
      if (text === 'on') return text
      throw new UnfitLimitValue(name, text, 'must be on, or off with --client')
  }
}

function readDollars(name: LimitName, text: string): string {
  const amount = /^\d{1,12}(\.\d{1,2})?$/.test(text) ? Amount.tryParse(text) : null
  if (amount?.isPositive) return amount.toString()
  throw new UnfitLimitValue(name, text, 'must be US dollars, such as 5000 or 99.50')
}

function readDuration(name: LimitName, text: string): string {
  const [, count, unit = ''] = /^([1-9]\d{0,4})([mhd])$/.exec(text) ?? []
  const seconds = Number(count) * (secondsOfUnit[unit] ?? Number.NaN)
  if (seconds <= longestCoolDown) return String(seconds)
  throw new UnfitLimitValue(name, text, 'must be a time of up to 30d, such as 90m, 24h or 7d')
}

export function describeLimitValue(name: LimitName, value: string): string {
  if (value === limitOff || name === 'allow-list') return value
  if (name !== 'cool-down') return `${value} a day`
  const seconds = Number(value)
  const hours = seconds / 3_600
  const days = hours / 24
  // 24h and 1d are stored as the same value.
  if (Number.isInteger(days)) return `${days}d (${hours}h)`
  return Number.isInteger(hours) ? `${hours}h` : `${seconds / 60}m`
}

/** What a stored value counts. Null for the allow-list. */
export function unitOfLimit(name: LimitName): string | null {
  switch (name) {
    case 'transfers-per-client':
    case 'transfers-per-user':
      return 'transfers per day'
    case 'usd-per-client':
    case 'usd-per-user':
      return 'USD per day'
    case 'cool-down':
      return 'seconds'
    case 'allow-list':
      return null
  }
}
