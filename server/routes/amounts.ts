import { Amount } from '../contract/amount.ts'
import { ApiError } from '../contract/errors.ts'
import { JsonNumber } from '../contract/json-number.ts'

/** A positive amount from a JSON number, digit for digit. Text, null, zero, negative and absurd numbers are refused. */
export function readAmount(value: unknown, field: string): Amount {
  const amount = value instanceof JsonNumber ? Amount.tryParse(value.source) : null
  if (amount === null || !amount.isPositive) throw new ApiError('invalidAmount', { field })
  return amount
}

/** The same from the decimal text of the link endpoints. */
export function readAmountText(text: string, field: string): Amount {
  const amount = /^\d{1,40}(\.\d{1,40})?$/.test(text) ? Amount.tryParse(text) : null
  if (amount === null || !amount.isPositive) throw new ApiError('invalidAmount', { field })
  return amount
}
