import { Amount } from '../contract/amount.ts'
import { ApiError, type ErrorData } from '../contract/errors.ts'
import { JsonNumber } from '../contract/json-number.ts'

/** Reads a positive amount from a JSON number, digit for digit. Text, null, zero, negative and absurdly long numbers are refused. */
export function readAmount(value: unknown, field: string): Amount {
  const amount = measure(value)
  if (!(amount instanceof Amount)) throw new ApiError('invalidAmount', { field })
  return amount
}

/** The same for an amount to send, where a number outside the range of every token gets the error of its amount. */
export function readAmountToSend(value: unknown, field: string, decimalsOf: () => ErrorData | null): Amount {
  const amount = measure(value)
  if (amount === 'tooLarge') return largest
  const token = amount === 'tooFine' ? decimalsOf() : null
  if (token !== null) throw new ApiError('amountPrecision', token)
  if (!(amount instanceof Amount)) throw new ApiError('invalidAmount', { field })
  return amount
}

const wholeDigits = 60
const fractionDigits = 24
/** More than any balance: the comparison with the balance then returns the maximum that can be sent. */
const largest = Amount.parse('9'.repeat(wholeDigits))

/** Insignificant zeros and long exponents are no reason to refuse a number. */
function measure(value: unknown): Amount | 'tooFine' | 'tooLarge' | 'noAmount' {
  const match = value instanceof JsonNumber ? /^(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(value.source) : null
  if (match === null) return 'noAmount'
  const [, whole = '', fraction = '', exponent = '0'] = match
  const digits = (whole + fraction).replace(/^0+/, '')
  const digitsLeft = withoutZerosAtEnd(digits)
  if (digitsLeft === '') return 'noAmount'
  const shift = Number(exponent) - fraction.length + (digits.length - digitsLeft.length)
  if (-shift > fractionDigits) return 'tooFine'
  if (digitsLeft.length + shift > wholeDigits) return 'tooLarge'
  if (shift >= 0) return Amount.parse(digitsLeft + '0'.repeat(shift))
  const padded = digitsLeft.padStart(1 - shift, '0')
  return Amount.parse(`${padded.slice(0, shift)}.${padded.slice(shift)}`)
}

// Not by a regular expression: one for trailing zeros takes quadratic time on a long row of them.
function withoutZerosAtEnd(digits: string): string {
  let end = digits.length
  while (digits[end - 1] === '0') end--
  return digits.slice(0, end)
}

/** The same from the decimal text of the link endpoints. */
export function readAmountText(text: string, field: string): Amount {
  const amount = /^\d{1,40}(\.\d{1,40})?$/.test(text) ? Amount.tryParse(text) : null
  if (amount === null || !amount.isPositive) throw new ApiError('invalidAmount', { field })
  return amount
}

/** Cents as decimal text. */
export function fiatText(amount: Amount | null): string | null {
  return amount === null ? null : amount.round(2, 'half-even').toString()
}
