// Exact decimal amounts. The only file of the server that also runs in the browser, so it imports nothing. No amount ever passes
// through a float: digits are read and written exactly.

const scale = 24 // enough for every supported asset (NEAR has 24 decimals)
const powersOfTen = Array.from({ length: scale + 1 }, (_, exponent) => 10n ** BigInt(exponent))
const one = powerOfTen(scale)
const pattern = /^(-?)(\d{1,60})(?:\.(\d{1,60}))?(?:[eE]([+-]?\d{1,2}))?$/

type Rounding = 'down' | 'up' | 'half-even'

/** An exact decimal number with up to 24 digits after the point. Immutable. */
export class Amount {
  /** The number times 10^24, whatever the token. A token's smallest units are `toBaseUnits`. */
  readonly scaled: bigint

  private constructor(scaled: bigint) {
    this.scaled = scaled
  }

  static readonly zero = new Amount(0n)

  /** Reads decimal text such as `12.50`, `0.1` or `1e-7`. Throws a RangeError for anything else. */
  static parse(text: string): Amount {
    const amount = Amount.tryParse(text)
    if (amount === null) throw new RangeError('not a decimal number with at most 24 decimals')
    return amount
  }

  /** Like `parse`, but returns null instead of throwing. */
  static tryParse(text: string): Amount | null {
    const match = pattern.exec(text)
    if (match === null) return null
    const [, sign, whole = '', fraction = '', exponent] = match
    const digits = whole + fraction
    const shift = scale - fraction.length + Number(exponent ?? 0)
    // Digits beyond the scale must be zeros.
    if (shift < 0 && /[1-9]/.test(digits.slice(shift))) return null
    const size = shift < 0 ? BigInt(digits.slice(0, shift)) : BigInt(digits) * powerOfTen(shift)
    return new Amount(sign === '-' ? -size : size)
  }

  /** From a token's smallest unit, for example wei with 18 decimals. */
  static fromBaseUnits(units: bigint, decimals: number): Amount {
    return new Amount(units * powerOfTen(scale - decimals))
  }

  /** In a token's smallest unit. Throws a RangeError when the amount has more digits than the token. */
  toBaseUnits(decimals: number): bigint {
    const step = powerOfTen(scale - decimals)
    if (this.scaled % step !== 0n) throw new RangeError(`more than ${decimals} decimals`)
    return this.scaled / step
  }

  /** Number of digits after the point, without trailing zeros. */
  get decimals(): number {
    return this.toString().split('.')[1]?.length ?? 0
  }

  add(other: Amount): Amount {
    return new Amount(this.scaled + other.scaled)
  }

  subtract(other: Amount): Amount {
    return new Amount(this.scaled - other.scaled)
  }

  multiply(other: Amount, rounding: Rounding): Amount {
    return new Amount(divide(this.scaled * other.scaled, one, rounding))
  }

  /** Throws a RangeError when the other amount is zero. */
  divideBy(other: Amount, rounding: Rounding): Amount {
    return new Amount(divide(this.scaled * one, other.scaled, rounding))
  }

  round(decimals: number, rounding: Rounding): Amount {
    const step = powerOfTen(scale - decimals)
    return new Amount(divide(this.scaled, step, rounding) * step)
  }

  /** Rounds down to a multiple of `step`, for example an exchange's withdrawal step. */
  floorTo(step: Amount): Amount {
    return step.isZero ? this : new Amount(this.scaled - (this.scaled % step.scaled))
  }

  /** -1, 0 or 1. */
  compare(other: Amount): -1 | 0 | 1 {
    return this.scaled < other.scaled ? -1 : this.scaled > other.scaled ? 1 : 0
  }

  equals(other: Amount): boolean {
    return this.scaled === other.scaled
  }

  isLessThan(other: Amount): boolean {
    return this.scaled < other.scaled
  }

  isGreaterThan(other: Amount): boolean {
    return this.scaled > other.scaled
  }

  get isZero(): boolean {
    return this.scaled === 0n
  }

  get isPositive(): boolean {
    return this.scaled > 0n
  }

  static min(first: Amount, second: Amount): Amount {
    return first.isLessThan(second) ? first : second
  }

  static max(first: Amount, second: Amount): Amount {
    return first.isGreaterThan(second) ? first : second
  }

  /** Canonical text: no exponent, no trailing zeros, no plus sign. `Amount.parse` of it gives the same amount. */
  toString(): string {
    const negative = this.scaled < 0n
    const digits = (negative ? -this.scaled : this.scaled).toString().padStart(scale + 1, '0')
    const fraction = digits.slice(-scale).replace(/0+$/, '')
    return `${negative ? '-' : ''}${digits.slice(0, -scale)}${fraction === '' ? '' : `.${fraction}`}`
  }
}

function divide(dividend: bigint, divisor: bigint, rounding: Rounding): bigint {
  if (divisor < 0n) return divide(-dividend, -divisor, rounding)
  const negative = dividend < 0n
  const size = negative ? -dividend : dividend
  const quotient = size / divisor
  const rest = size - quotient * divisor
  // 'down' is towards zero and 'up' away from it, for either sign.
  const rounded = rest !== 0n && roundsUp({ quotient, rest, divisor, rounding }) ? quotient + 1n : quotient
  return negative ? -rounded : rounded
}

interface Division {
  quotient: bigint
  rest: bigint
  divisor: bigint
  rounding: Rounding
}

function roundsUp({ quotient, rest, divisor, rounding }: Division): boolean {
  if (rounding !== 'half-even') return rounding === 'up'
  const twice = rest * 2n
  return twice > divisor || (twice === divisor && quotient % 2n === 1n)
}

function powerOfTen(exponent: number): bigint {
  return powersOfTen[exponent] ?? 10n ** BigInt(exponent)
}
