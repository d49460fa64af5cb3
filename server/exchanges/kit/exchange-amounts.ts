import { Amount } from '../../contract/amount.ts'

/** The smallest amount with this number of decimals: `stepOfDecimals(2)` is 0.01. */
export function stepOfDecimals(decimals: number): Amount {
  return Amount.fromBaseUnits(1n, decimals)
}

/** Whether the fee is a multiple of the step. With any other fee, no amount plus fee is a multiple of it. */
export function isOfSteps(fee: Amount, step: Amount): boolean {
  return fee.floorTo(step).equals(fee)
}

/** The `adapterState` of an adapter whose exchange issues no quote ids: the quoted fee, and optionally one more value. */
export function writeAdapterState(fee: Amount, value = ''): string {
  return value === '' ? fee.toString() : `${fee.toString()} ${value}`
}

/** Null for a malformed state. */
export function readAdapterState(state: string): { fee: Amount; value: string } | null {
  const gap = state.indexOf(' ')
  const fee = Amount.tryParse(gap === -1 ? state : state.slice(0, gap))
  return fee === null ? null : { fee, value: gap === -1 ? '' : state.slice(gap + 1) }
}
