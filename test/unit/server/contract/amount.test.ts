import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { Amount } from '../../../../server/contract/amount.ts'

const scale = 24
const one = 10n ** BigInt(scale)

/** Any amount an asset can have: up to 30 digits before the point and 24 after it. */
const units = fc.bigInt({ min: -(10n ** 54n), max: 10n ** 54n })
const amounts = units.map((value) => Amount.fromBaseUnits(value, scale))

const notAnAmount = new RangeError('not a decimal number with at most 24 decimals')

describe('text', () => {
  test('12345678.901234567890123456 in is the same out', () => {
    assert.equal(Amount.parse('12345678.901234567890123456').toString(), '12345678.901234567890123456')
  })

  test('a printed amount parses to the same amount', () => {
    fc.assert(fc.property(amounts, (amount) => Amount.parse(amount.toString()).equals(amount)))
  })

  test('canonical text in is the same text out', () => {
    const whole = fc.bigInt({ min: 0n, max: 10n ** 36n }).map(String)
    const fraction = fc.stringMatching(/^\d{0,23}[1-9]$/)
    fc.assert(
      fc.property(whole, fc.option(fraction), (before, after) => {
        const text = after === null ? before : `${before}.${after}`
        assert.equal(Amount.parse(text).toString(), text)
      }),
    )
  })

  test('printed text has no exponent, no plus sign and no trailing zero', () => {
    fc.assert(fc.property(amounts, (amount) => /^-?(0|[1-9]\d*)(\.\d*[1-9])?$/.test(amount.toString())))
  })

  const readings: [string, string][] = [
    ['0', '0'],
    ['-0', '0'],
    ['000', '0'],
    ['007.50', '7.5'],
    ['-1.10', '-1.1'],
    ['1e-7', '0.0000001'],
    ['1E+3', '1000'],
    ['12.5e1', '125'],
    ['0.000000000000000000000001', '0.000000000000000000000001'],
    ['1e-24', '0.000000000000000000000001'],
    ['0.0000000000000000000000010', '0.000000000000000000000001'],
    ['1000e-26', '0.00000000000000000000001'],
    ['-1.00000000000000000000000000', '-1'],
    ['0.00000000000000000000000000', '0'],
    ['12e24', '12000000000000000000000000'],
  ]
  for (const [text, expected] of readings) {
    test(`${text} is read as ${expected}`, () => assert.equal(Amount.parse(text).toString(), expected))
  }

  const refused = [
    'NaN Infinity 1e400 1e100 0x1 0b1 +1 1. .5 . - -- 1-1 1,5 1_000 1e 1e1.5 e5 ١ １ ½ 1n null true',
    '0.0000000000000000000000001 1e-25 12.3456789012345678901234567',
  ].flatMap((line) => line.split(' '))
  for (const text of [...refused, '', ' ', ' 1', '1 ', '\t1', '1\n', '1 000', '- 1', '1'.repeat(61)]) {
    test(`${JSON.stringify(text)} is refused`, () => {
      assert.equal(Amount.tryParse(text), null)
      assert.throws(() => Amount.parse(text), notAnAmount)
    })
  }

  test('more than 24 digits after the point are refused, never cut off', () => {
    fc.assert(fc.property(fc.stringMatching(/^\d{24,40}[1-9]$/), (digits) => Amount.tryParse(`1.${digits}`) === null))
  })

  test('whatever is typed, reading it gives an amount or null and nothing else', () => {
    const typed = fc.oneof(fc.string(), fc.stringMatching(/^[-+.eE0-9 ]{0,20}$/))
    fc.assert(fc.property(typed, (text) => Amount.tryParse(text) === null || Amount.parse(text) instanceof Amount))
  })
})

describe('arithmetic', () => {
  test('add and subtract are exact', () => {
    fc.assert(
      fc.property(units, units, (first, second) => {
        const [a, b] = [Amount.fromBaseUnits(first, scale), Amount.fromBaseUnits(second, scale)]
        assert.equal(a.add(b).scaled, first + second)
        assert.equal(a.subtract(b).scaled, first - second)
        assert.ok(a.add(b).subtract(b).equals(a))
      }),
    )
  })

  test('0.1 and 0.2 make 0.3', () => {
    assert.equal(Amount.parse('0.1').add(Amount.parse('0.2')).toString(), '0.3')
  })

  test('a product is off by less than one unit, in the requested direction', () => {
    fc.assert(
      fc.property(amounts, amounts, (a, b) => {
        const exact = a.scaled * b.scaled
        const down = a.multiply(b, 'down').scaled * one
        const up = a.multiply(b, 'up').scaled * one
        assert.ok(size(down) <= size(exact) && size(exact) - size(down) < one)
        assert.ok(size(up) >= size(exact) && size(up) - size(exact) < one)
      }),
    )
  })

  test('a quotient times its divisor is off by less than one divisor', () => {
    fc.assert(
      fc.property(amounts, amounts, (a, b) => {
        fc.pre(!b.isZero)
        const rest = a.scaled * one - a.divideBy(b, 'down').scaled * b.scaled
        assert.ok(size(rest) < size(b.scaled))
      }),
    )
  })

  const quotients: [string, string, 'down' | 'up' | 'half-even', string][] = [
    ['1', '-3', 'down', '-0.333333333333333333333333'],
    ['1', '-3', 'up', '-0.333333333333333333333334'],
    ['-1', '-3', 'up', '0.333333333333333333333334'],
    ['1', '-3', 'half-even', '-0.333333333333333333333333'],
    ['2', '-3', 'half-even', '-0.666666666666666666666667'],
  ]
  for (const [dividend, divisor, rounding, expected] of quotients) {
    test(`${dividend} divided by ${divisor}, ${rounding}, is ${expected}`, () => {
      assert.equal(Amount.parse(dividend).divideBy(Amount.parse(divisor), rounding).toString(), expected)
    })
  }

  test('division by zero is an error', () => {
    const byZero = { name: 'RangeError', message: 'Division by zero' }
    assert.throws(() => Amount.parse('1').divideBy(Amount.zero, 'down'), byZero)
  })

  test('order is that of the numbers', () => {
    fc.assert(
      fc.property(units, units, (first, second) => {
        const [a, b] = [Amount.fromBaseUnits(first, scale), Amount.fromBaseUnits(second, scale)]
        assert.equal(a.compare(b), first < second ? -1 : first > second ? 1 : 0)
        assert.equal(a.isLessThan(b), first < second)
        assert.equal(a.isGreaterThan(b), first > second)
        assert.equal(Amount.min(a, b).scaled, first < second ? first : second)
        assert.equal(Amount.max(a, b).scaled, first > second ? first : second)
        assert.equal(a.equals(b), first === second)
      }),
    )
  })

  test('of equal amounts none is less or greater, however they were written', () => {
    const [a, b] = [Amount.parse('1.50'), Amount.parse('15e-1')]
    assert.deepEqual([a.equals(b), a.compare(b), a.isLessThan(b), a.isGreaterThan(b)], [true, 0, false, false])
  })

  test('only an amount above zero is positive', () => {
    const texts = ['0.000000000000000000000001', '0', '-0.000000000000000000000001']
    assert.deepEqual(
      texts.map((text) => [Amount.parse(text).isPositive, Amount.parse(text).isZero]),
      [
        [true, false],
        [false, true],
        [false, false],
      ],
    )
  })
})

describe('rounding', () => {
  const roundings: [string, number, 'down' | 'up' | 'half-even', string][] = [
    ['1.239', 2, 'down', '1.23'],
    ['-1.239', 2, 'down', '-1.23'],
    ['1.231', 2, 'up', '1.24'],
    ['-1.231', 2, 'up', '-1.24'],
    ['1.23', 2, 'up', '1.23'],
    ['1.225', 2, 'half-even', '1.22'],
    ['1.235', 2, 'half-even', '1.24'],
    ['-1.225', 2, 'half-even', '-1.22'],
    ['1.2250000001', 2, 'half-even', '1.23'],
    ['1.2349999999', 2, 'half-even', '1.23'],
    ['0.5', 0, 'half-even', '0'],
    ['1.5', 0, 'half-even', '2'],
  ]
  for (const [text, decimals, rounding, expected] of roundings) {
    test(`${text} to ${decimals} decimals, ${rounding}, is ${expected}`, () => {
      assert.equal(Amount.parse(text).round(decimals, rounding).toString(), expected)
    })
  }

  test('a rounded amount has no more decimals than requested, and is off by less than one step', () => {
    const decimals = fc.integer({ min: 0, max: scale })
    const rounding = fc.constantFrom('down', 'up', 'half-even')
    fc.assert(
      fc.property(amounts, decimals, rounding, (amount, places, how) => {
        const rounded = amount.round(places, how)
        assert.ok(rounded.decimals <= places)
        assert.ok(size(rounded.scaled - amount.scaled) < 10n ** BigInt(scale - places))
      }),
    )
  })

  test('floorTo gives a multiple of the step that is not larger', () => {
    assert.equal(Amount.parse('1.2345').floorTo(Amount.parse('0.01')).toString(), '1.23')
    assert.equal(Amount.parse('7').floorTo(Amount.parse('2.5')).toString(), '5')
    assert.equal(Amount.parse('-1.2345').floorTo(Amount.parse('0.01')).toString(), '-1.23')
    assert.equal(Amount.parse('1.2345').floorTo(Amount.zero).toString(), '1.2345')
  })
})

describe('base units', () => {
  test('a token amount goes to base units and back unchanged', () => {
    const decimals = fc.integer({ min: 0, max: scale })
    const wei = fc.bigInt({ min: 0n, max: 10n ** 40n })
    fc.assert(
      fc.property(wei, decimals, (value, places) => Amount.fromBaseUnits(value, places).toBaseUnits(places) === value),
    )
  })

  test('more decimals than the token has are an error, never rounded away', () => {
    assert.throws(() => Amount.parse('1.0000001').toBaseUnits(6), new RangeError('more than 6 decimals'))
    assert.equal(Amount.parse('1.000001').toBaseUnits(6), 1_000_001n)
  })

  test('decimals counts the digits after the point', () => {
    assert.equal(Amount.parse('1').decimals, 0)
    assert.equal(Amount.parse('1.500').decimals, 1)
    assert.equal(Amount.parse('0.000000000000000000000001').decimals, 24)
  })
})

function size(value: bigint): bigint {
  return value < 0n ? -value : value
}
