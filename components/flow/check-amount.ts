// Reads what a person types as an amount, and checks it against the limits of a holding on a network. The server checks
// again. A number is never guessed: text that could mean two amounts in the shown notation is refused.

import { Amount } from '../../server/contract/amount.ts'
import type { AmountProblem } from '../texts/text-values.ts'
import type { AmountDraft } from './flow-state.ts'
import type { Holding, HoldingNetwork } from './link-answers.ts'

export type CheckedAmount = { ok: true; amount: string } | { ok: false; problem: AmountProblem }

/**
 * Decimal text from typed text, or null. Both marks are understood: the last of two different ones is the decimal mark,
 * a repeated one separates groups. A single comma before exactly three digits separates groups, as amounts are shown here.
 */
export function readTyped(typed: string): string | null {
  const text = typed.replace(/[\s\u00a0\u202f'’_]/g, '')
  if (!/^[\d.,]+$/.test(text) || !/\d/.test(text)) return null
  const marks = [...text].filter((character) => character === '.' || character === ',')
  const mark = decimalMark(text, marks)
  const [whole = '', fraction = '', ...more] = mark === null ? [text] : text.split(mark)
  if (more.length > 0 || !isGrouped(whole) || /[.,]/.test(fraction)) return null
  const digits = whole.replace(/[.,]/g, '').replace(/^0+(?=\d)/, '') || '0'
  return fraction === '' ? digits : `${digits}.${fraction}`
}

export function checkAmount(draft: AmountDraft, holding: Holding, network: HoldingNetwork): CheckedAmount {
  if (draft.typed.trim() === '') return refuse({ kind: 'empty' })
  const text = readTyped(draft.typed)
  const read = text === null ? null : Amount.tryParse(text)
  if (read === null) return refuse({ kind: 'unreadable' })
  if (!read.isPositive) return refuse({ kind: 'zero' })
  const amount = draft.unit === 'token' ? read : toToken(read, network)
  if (amount === null) return refuse({ kind: 'noPrice' })
  if (amount.decimals > network.decimals) return refuse({ kind: 'tooPrecise', decimals: network.decimals })
  const minimum = network.minimumAmount === null ? null : Amount.tryParse(network.minimumAmount)
  if (minimum !== null && amount.isLessThan(minimum))
    return refuse({ kind: 'belowMinimum', minimum: minimum.toString() })
  const maximum = largestAmount(holding, network)
  if (amount.isGreaterThan(maximum)) return refuse({ kind: 'aboveMaximum', maximum: maximum.toString() })
  return { ok: true, amount: amount.toString() }
}

/** The server's own maximum, which has the fee taken off already. */
export function largestAmount(holding: Holding, network: HoldingNetwork): Amount {
  return Amount.tryParse(network.maximumAmount ?? holding.availableBalance) ?? Amount.zero
}

/** A quarter, a half, three quarters of the largest amount, cut to digits one can read. */
export function shareOf(holding: Holding, network: HoldingNetwork, percent: 25 | 50 | 75): string {
  const part = largestAmount(holding, network).multiply(Amount.parse(`0.${percent}`), 'down')
  const readable = part.round(Math.min(network.decimals, part.isLessThan(Amount.parse('1')) ? 8 : 4), 'down')
  return (readable.isPositive ? readable : part.round(network.decimals, 'down')).toString()
}

/** The token amount that a typed draft means, or null while it means none. */
export function tokenAmount(draft: AmountDraft, network: HoldingNetwork): Amount | null {
  const text = readTyped(draft.typed)
  const read = text === null ? null : Amount.tryParse(text)
  if (read === null) return null
  return draft.unit === 'token' ? read : toToken(read, network)
}

/** In fiat, to the cent, or null where the token has no price. */
export function toFiat(amount: Amount, network: HoldingNetwork): Amount | null {
  const price = network.price === null ? null : Amount.tryParse(network.price)
  return price === null ? null : amount.multiply(price, 'half-even').round(2, 'half-even')
}

function toToken(fiat: Amount, network: HoldingNetwork): Amount | null {
  const price = network.price === null ? null : Amount.tryParse(network.price)
  if (price === null || !price.isPositive) return null
  return fiat.divideBy(price, 'down').round(Math.min(network.decimals, 8), 'down')
}

function decimalMark(text: string, marks: string[]): string | null {
  const [first] = marks
  const last = marks.at(-1)
  if (first === undefined || last === undefined) return null
  if (marks.length === 1) return first === ',' && /^[1-9]\d{0,2},\d{3}$/.test(text) ? null : first
  if (new Set(marks).size === 1) return null
  return last
}

function isGrouped(whole: string): boolean {
  return /^\d*$/.test(whole) || /^\d{1,3}(,\d{3})+$/.test(whole) || /^\d{1,3}(\.\d{3})+$/.test(whole)
}

function refuse(problem: AmountProblem): CheckedAmount {
  return { ok: false, problem }
}
