// Amounts of this exchange are whole base units (bigint). Only requests, responses and pages have decimal text. The exchange does
// not use the server's Amount on purpose: with shared code, an error would pass every test.

const pattern = /^(0|[1-9]\d{0,38})(?:\.(\d{1,60}))?$/

/** The digits, without trailing zeros in the fraction. Null if the text is not a plain decimal number. */
export function plainDecimal(text: string): { whole: string; fraction: string } | null {
  const match = pattern.exec(text)
  if (match === null) return null
  return { whole: match[1] ?? '0', fraction: (match[2] ?? '').replace(/0+$/, '') }
}

/** Null if the text is not a plain decimal number or has more decimals than the asset. */
export function parseUnits(text: string, decimals: number): bigint | null {
  const parts = plainDecimal(text)
  if (parts === null || parts.fraction.length > decimals) return null
  return BigInt(parts.whole + parts.fraction.padEnd(decimals, '0'))
}

export function formatUnits(units: bigint, decimals: number): string {
  const digits = (units < 0n ? -units : units).toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')
  return `${units < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`
}
