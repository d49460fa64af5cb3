// Problems in the user's language. explain-error.ts explains the server's errors.

import { formatMoment, formatToken, formatTyped } from './format.ts'
import type { AmountProblem } from './text-values.ts'
import { findText, isolate, texts } from './texts.ts'

export interface Explained {
  errorType?: string | null
  /** The server's sentence, in English. */
  message: string
  errorData?: Record<string, unknown>
  httpStatus?: number
}

const amounts = new Set(['minimum', 'maximum', 'available', 'fee'])

let explainError = ({ message }: Explained) => message

/** Sets the function that explains errors. A usual transfer needs none: its only error is a lost connection. */
export function explainBy(explainer: typeof explainError) {
  explainError = explainer
}

export function explain(problem: Explained): string {
  return problem.errorType === 'offline' ? texts.errors.offline : explainError(problem)
}

/** The problem with a typed amount. */
export function explainAmount(problem: AmountProblem, symbol: string): string {
  const { errors } = texts
  const of = (sentence: string, data = {}) => fill(sentence, { symbol, ...data }) ?? sentence
  switch (problem.kind) {
    case 'empty':
    case 'zero':
      return texts.amount.missing
    case 'unreadable':
      return texts.amount.unreadable(formatTyped('1250.75'))
    case 'noPrice':
      return of(errors.noPrice)
    case 'tooPrecise':
      return texts.amount.tooPrecise(symbol, problem.decimals)
    case 'belowMinimum':
      return of(errors.amountBelowMinimum, { minimum: problem.minimum })
    case 'aboveMaximum':
      return of(errors.amountAboveMaximum, { maximum: problem.maximum })
  }
}

/** Why an asset or a network cannot be chosen. `fallback` is the server's sentence. */
export function explainReason(
  reason: string | null,
  facts: Record<string, string>,
  fallback: string | null,
): string | null {
  const sentence = findText(texts.reasons, reason)
  return (sentence === null ? null : fill(sentence, facts)) ?? fallback
}

/** Null if a placeholder has no value. */
export function fill(sentence: string, data: Record<string, unknown>): string | null {
  let isWhole = true
  const filled = sentence.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = data[name]
    if (typeof value !== 'string') isWhole = false
    else if (name === 'until') return formatMoment(value) || value
    else if (amounts.has(name)) return formatToken(value, typeof data.symbol === 'string' ? data.symbol : null)
    return isolate(String(value))
  })
  return isWhole ? filled : null
}
