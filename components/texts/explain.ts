// Problems in the user's language, by their type and data. Unknown problems show the server's sentence.

import { destinationErrors } from './destination-errors.ts'
import { fill } from './fill.ts'
import { findText } from './find-text.ts'
import { formatExact } from './format.ts'
import { isolate } from './isolate.ts'
import type { AmountProblem } from './text-values.ts'
import type { Texts } from './texts.ts'

export interface Explained {
  errorType?: string | null
  /** The server's sentence, in English. */
  message: string
  errorData?: Record<string, unknown>
  httpStatus?: number
}

type ErrorName = keyof Texts['errors']

/** Errors that mean the same to the user. */
const alike: Partial<Record<ErrorName, string[]>> = {
  unavailable: ['shuttingDown'],
  destination: [...destinationErrors, 'destinationIsOrigin'],
  reconnect: [
    'authTokenInvalid',
    'authTokenExpired',
    'reconnectRequired',
    'fromTokenTypeMismatch',
    'accountNotFound',
    'environmentMismatch',
  ],
  rateLimited: ['tooManyStreams'],
  // Both have a screen. The sentence is for a page that cannot show the screen.
  connectWallet: ['selfCustodyNotSupported', 'otherWalletAccount', 'walletOwnershipRequired'],
  exchangeError: ['exchangeTimeout'],
  codeWrong: ['mfaCodeWrong', 'invalidMfaCodeFormat'],
  codeExpired: ['mfaCodeExpired'],
  previewExpired: ['previewNotFound', 'previewChanged'],
  transferInProgress: ['duplicateTransferInProgress'],
}
/** The sentence about each rule of the server's own safety check. Rules of an operator come with their reason. */
const riskNames: Record<string, keyof Texts['risks']> = {
  zeroAddress: 'destroyed',
  burnAddress: 'destroyed',
  networkAddress: 'noWallet',
  tokenContract: 'noWallet',
  tokenAccount: 'noWallet',
  program: 'noWallet',
  openToAnyone: 'openToAnyone',
}
/** With these statuses the user did nothing wrong and can fix nothing. */
const ourFault = new Set([400, 404, 405, 406, 408, 413, 414, 415, 431, 500])

export function explain(texts: Texts, { errorType, message, errorData = {}, httpStatus }: Explained): string {
  const { symbol, decimals, attemptsLeft } = errorData
  if (errorType === 'amountPrecision' && typeof decimals === 'number')
    return texts.amount.tooPrecise(String(symbol), decimals)
  // The outcome of the request is unknown, so the sentence must not say that nothing was sent.
  if (errorType === 'storageUnavailable') return texts.linkEnded.unavailable
  const alikeName = Object.entries(alike).find(([, types]) => types.includes(errorType ?? ''))?.[0]
  const sentence =
    findText(texts.errors, errorType) ??
    findText(texts.errors, alikeName) ??
    (ourFault.has(httpStatus ?? 0) ? texts.errors.unexpected : null)
  const filled = sentence === null ? null : fill(sentence, withRiskReason(texts, errorData))
  if (filled === null) return isolate(message)
  if (typeof attemptsLeft === 'number') return `${filled} ${texts.enterCode.attemptsLeft(attemptsLeft)}`
  const why = errorType === 'exchangeRejected' ? findText(texts.errors, String(errorData.reason)) : null
  return why === null ? filled : `${filled} ${why}`
}

function withRiskReason({ risks }: Texts, errorData: Record<string, unknown>): Record<string, unknown> {
  const name = riskNames[String(errorData.rule)]
  return name === undefined ? errorData : { ...errorData, reason: risks[name] }
}

/** The problem with a typed amount. */
export function explainAmount({ amount, errors }: Texts, problem: AmountProblem, symbol: string): string {
  const of = (sentence: string, data = {}) => fill(sentence, { symbol, ...data }) ?? sentence
  switch (problem.kind) {
    case 'empty':
    case 'zero':
      return amount.missing
    case 'unreadable':
      return amount.unreadable(formatExact('1250.75'))
    case 'noPrice':
      return of(errors.noPrice)
    case 'tooPrecise':
      return amount.tooPrecise(symbol, problem.decimals)
    case 'belowMinimum':
      return of(errors.amountBelowMinimum, { minimum: problem.minimum })
    case 'aboveMaximum':
      return of(errors.amountAboveMaximum, { maximum: problem.maximum })
  }
}

/** Why an asset or a network cannot be chosen. Null if the reason is unknown. */
export function explainReason({ reasons }: Texts, reason: string | null, data: Record<string, string>): string | null {
  const sentence = findText(reasons, reason)
  return sentence === null ? null : fill(sentence, data)
}
