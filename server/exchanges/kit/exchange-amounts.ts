import { Amount } from '../../contract/amount.ts'

/** One in the last of so many digits: the step of an exchange that keeps that many. */
export function stepOfDecimals(decimals: number): Amount {
  return Amount.fromBaseUnits(1n, decimals)
}

/** What is ordered with its fee inside has to be of whole steps with it: with a finer fee no amount is. */
export function isOfSteps(fee: Amount, step: Amount): boolean {
  return fee.floorTo(step).equals(fee)
}

/** What an adapter notes in a quote to order just that again: the fee it reckoned with, and a word more. */
export function quoteNote(fee: Amount, word = ''): string {
  return word === '' ? fee.toString() : `${fee.toString()} ${word}`
}

/** Null for a note that is none. */
export function readQuoteNote(note: string): { fee: Amount; word: string } | null {
  const gap = note.indexOf(' ')
  const fee = Amount.tryParse(gap === -1 ? note : note.slice(0, gap))
  return fee === null ? null : { fee, word: gap === -1 ? '' : note.slice(gap + 1) }
}
