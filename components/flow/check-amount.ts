// Checks a typed amount against the limits of a holding on a network. The server checks again.

import { Amount } from '../../server/contract/amount.ts'
import { readAmount } from '../texts/read-amount.ts'
import type { AmountProblem } from '../texts/text-values.ts'
import type { AmountDraft } from './flow-context.ts'
import type { Holding, HoldingNetwork } from './transfer-responses.ts'

type CheckedAmount = { ok: true; amount: string } | { ok: false; problem: AmountProblem }

export function checkAmount(draft: AmountDraft, holding: Holding, network: HoldingNetwork): CheckedAmount {
  if (draft.typed.trim() === '') return refuse({ kind: 'empty' })
  const text = readAmount(draft.typed)
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

/** The server's maximum, which already has the fee deducted. */
export function largestAmount(holding: Holding, network: HoldingNetwork): Amount {
  return Amount.tryParse(network.maximumAmount ?? holding.availableBalance) ?? Amount.zero
}

/** A quarter, a half, three quarters of the largest amount, cut to a readable number of digits. */
export function shareOf(holding: Holding, network: HoldingNetwork, percent: 25 | 50 | 75): string {
  const part = largestAmount(holding, network).multiply(Amount.parse(`0.${percent}`), 'down')
  const readable = part.round(Math.min(network.decimals, part.isLessThan(Amount.parse('1')) ? 8 : 4), 'down')
  return (readable.isPositive ? readable : part.round(network.decimals, 'down')).toString()
}

/** The token amount of a typed draft, or null if the draft is not an amount. */
export function tokenAmount(draft: AmountDraft, network: HoldingNetwork): Amount | null {
  const text = readAmount(draft.typed)
  const read = text === null ? null : Amount.tryParse(text)
  if (read === null) return null
  return draft.unit === 'token' ? read : toToken(read, network)
}

/** In fiat, to the cent, or null if the token has no price. */
export function toFiat(amount: Amount, network: HoldingNetwork): Amount | null {
  const price = network.price === null ? null : Amount.tryParse(network.price)
  return price === null ? null : amount.multiply(price, 'half-even').round(2, 'half-even')
}

function toToken(fiat: Amount, network: HoldingNetwork): Amount | null {
  const price = network.price === null ? null : Amount.tryParse(network.price)
  if (price === null || !price.isPositive) return null
  return fiat.divideBy(price, 'down').round(Math.min(network.decimals, 8), 'down')
}

function refuse(problem: AmountProblem): CheckedAmount {
  return { ok: false, problem }
}
