import { Amount } from '../../contract/amount.ts'

/** The smallest amount with this number of decimals: `stepOfDecimals(2)` is 0.01. */
export function stepOfDecimals(decimals: number): Amount {
  return Amount.fromBaseUnits(1n, decimals)
}

/** Whether the fee is a multiple of the step. With any other fee, no amount plus fee is a multiple of it. */
export function isOfSteps(fee: Amount, step: Amount): boolean {
  return fee.floorTo(step).equals(fee)
}

/** The quote id of an adapter whose exchange issues none: the quoted fee, and optionally one more word. */
export function quoteNote(fee: Amount, word = ''): string {
  return word === '' ? fee.toString() : `${fee.toString()} ${word}`
}

/** Null for a malformed note. */
export function readQuoteNote(note: string): { fee: Amount; word: string } | null {
  const gap = note.indexOf(' ')
  const fee = Amount.tryParse(gap === -1 ? note : note.slice(0, gap))
  return fee === null ? null : { fee, word: gap === -1 ? '' : note.slice(gap + 1) }
}
