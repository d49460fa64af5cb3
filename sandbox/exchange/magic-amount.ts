import { plainDecimal } from './units.ts'

/**
 * The behaviour for an amount with exactly two decimals, after trailing zeros are removed: `25.01` and `25.010` are refused,
 * `25.011` is not.
 */
export type Magic =
  | 'rejected'
  | 'codeRequired'
  | 'held'
  | 'shortQuote'
  | 'failsLater'
  | 'feeChanges'
  | 'responseLost'
  | null

const magicByCents: Record<string, Magic> = {
  '01': 'rejected',
  '02': 'codeRequired',
  '03': 'held',
  '04': 'shortQuote',
  '05': 'failsLater',
  '06': 'feeChanges',
  '07': 'responseLost',
}

export function magicOf(amount: string): Magic {
  return magicByCents[plainDecimal(amount)?.fraction ?? ''] ?? null
}
