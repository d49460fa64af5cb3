// An error in the user's language, by its type and data. Unknown errors show the server's sentence.

import { destinationErrors } from './destination-errors.ts'
import { type Explained, fill } from './explain.ts'
import { findText, type Texts, texts } from './texts.ts'

type ErrorName = keyof Texts['errors']

/** Errors that mean the same to the user. */
const alike: Partial<Record<ErrorName, string[]>> = {
  unavailable: ['storageUnavailable', 'shuttingDown'],
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
/** With these statuses the user did nothing wrong and can fix nothing. */
const ourFault = new Set([400, 404, 405, 406, 408, 413, 414, 415, 431, 500])

export function explainError({ errorType, message, errorData = {}, httpStatus }: Explained): string {
  const { symbol, decimals, attemptsLeft } = errorData
  if (errorType === 'amountPrecision' && typeof decimals === 'number')
    return texts.amount.tooPrecise(String(symbol), decimals)
  const alikeName = Object.entries(alike).find(([, types]) => types.includes(errorType ?? ''))?.[0]
  const sentence =
    findText(texts.errors, errorType) ??
    findText(texts.errors, alikeName) ??
    (ourFault.has(httpStatus ?? 0) ? findText(texts.errors, 'unexpected') : null)
  const filled = sentence === null ? null : fill(sentence, errorData)
  if (filled === null) return message
  if (typeof attemptsLeft === 'number') return `${filled} ${texts.enterCode.attemptsLeft(attemptsLeft)}`
  const why = errorType === 'exchangeRejected' ? findText(texts.errors, String(errorData.reason)) : null
  return why === null ? filled : `${filled} ${why}`
}
