// What is wrong, in the user's language. Errors of the server are explained in explain-error.ts.

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

/** From now on, errors are explained by this: in usual transfers there is none but a lost connection. */
export function explainBy(explainer: typeof explainError) {
  explainError = explainer
}

export function explain(problem: Explained): string {
  return problem.errorType === 'offline' ? texts.errors.offline : explainError(problem)
}

/** What is wrong with a typed amount. */
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

/** Why an asset or a network cannot be chosen. `told` is the server's own sentence. */
export function explainReason(
  reason: string | null,
  facts: Record<string, string>,
  fallback: string | null,
): string | null {
  const sentence = findText(texts.reasons, reason)
  return (sentence === null ? null : fill(sentence, facts)) ?? fallback
}

/** Null where a word in braces is not among the data. */
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
