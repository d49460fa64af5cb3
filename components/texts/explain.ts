// An error in the user's language, by its type and data. What is not known here is told in the server's own sentence.

import { formatMoment, formatToken, formatTyped } from './format.ts'
import type { AmountProblem } from './text-values.ts'
import { findText, isolate, type Texts, texts } from './texts.ts'

export interface Explained {
  errorType?: string | null
  /** The server's sentence, in English. */
  message: string
  errorData?: Record<string, unknown>
  httpStatus?: number
}

type ErrorName = keyof Texts['errors']

/** Errors that are the same to the user. */
const alike: Partial<Record<ErrorName, string[]>> = {
  unavailable: ['storageUnavailable', 'shuttingDown'],
  destination: [
    'unknownNetwork',
    'tokenNotOnNetwork',
    'invalidAddress',
    'addressChecksumFailed',
    'addressOfOtherNetwork',
    'addressSanctioned',
    'tagRequired',
    'invalidTag',
    'toAddressNotConfigured',
  ],
  reconnect: [
    'authTokenInvalid',
    'authTokenExpired',
    'reconnectRequired',
    'fromTokenTypeMismatch',
    'accountNotFound',
    'environmentMismatch',
  ],
  connectWallet: ['selfCustodyNotSupported'],
  exchangeError: ['exchangeTimeout'],
  codeWrong: ['mfaCodeWrong', 'invalidMfaCodeFormat'],
  codeExpired: ['mfaCodeExpired'],
  previewExpired: ['previewNotFound', 'previewChanged'],
  transferInProgress: ['duplicateTransferInProgress'],
}
/** What such statuses complain of is nothing that the user did or could mend. */
const ourFault = new Set([400, 404, 405, 406, 408, 413, 414, 415, 431, 500])

const amounts = new Set(['minimum', 'maximum', 'available', 'fee'])

export function explain({ errorType, message, errorData = {}, httpStatus }: Explained): string {
  const { symbol, decimals, attemptsLeft } = errorData
  if (errorType === 'amountPrecision' && typeof decimals === 'number')
    return texts.amount.tooPrecise(String(symbol), decimals)
  const name = Object.entries(alike).find(([, types]) => types.includes(errorType ?? ''))?.[0] ?? errorType
  const sentence =
    findText(texts.errors, name) ?? (ourFault.has(httpStatus ?? 0) ? findText(texts.errors, 'unexpected') : null)
  const filled = sentence === null ? null : fill(sentence, errorData)
  if (filled === null) return message
  if (typeof attemptsLeft === 'number') return `${filled} ${texts.enterCode.attemptsLeft(attemptsLeft)}`
  const why = errorType === 'exchangeRejected' ? findText(texts.errors, String(errorData.reason)) : null
  return why === null ? filled : `${filled} ${why}`
}

/** What is wrong with a typed amount. */
export function explainAmount(problem: AmountProblem, symbol: string): string {
  const of = (errorType: string, errorData = {}) =>
    explain({ errorType, errorData: { symbol, ...errorData }, message: '' })
  switch (problem.kind) {
    case 'empty':
    case 'zero':
      return texts.amount.missing
    case 'unreadable':
      return texts.amount.unreadable(formatTyped('1250.75'))
    case 'noPrice':
      return of('noPrice')
    case 'tooPrecise':
      return of('amountPrecision', { decimals: problem.decimals })
    case 'belowMinimum':
      return of('amountBelowMinimum', { minimum: problem.minimum })
    case 'aboveMaximum':
      return of('amountAboveMaximum', { maximum: problem.maximum })
  }
}

/** Why an asset or a network cannot be chosen. `told` is the server's own sentence. */
export function explainReason(
  reason: string | null,
  facts: Record<string, string>,
  told: string | null,
): string | null {
  const sentence = findText(texts.reasons, reason)
  return (sentence === null ? null : fill(sentence, facts)) ?? told
}

/** Null where a word in braces is not among the data. */
function fill(sentence: string, data: Record<string, unknown>): string | null {
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
