// Amounts are decimal text outside, and integers of the smallest unit for sums. A float would lose digits.

/** 1500000 of 6 decimals is `1.5`. */
export function printUnits(units: bigint, decimals: number): string {
  const digits = units.toString().padStart(decimals + 1, '0')
  const fraction = digits.slice(-decimals).replace(/0+$/, '')
  return digits.slice(0, -decimals) + (fraction === '' ? '' : `.${fraction}`)
}

/** `1.5` of 6 decimals is 1500000. */
export function parseUnits(amount: string, decimals: number): bigint {
  const [, whole = '', fraction = ''] = /^(\d+)(?:\.(\d+))?$/.exec(amount) ?? []
  if (whole === '' || fraction.length > decimals) throw new Error(`${amount} is not an amount of ${decimals} decimals`)
  return BigInt(whole + fraction.padEnd(decimals, '0'))
}
