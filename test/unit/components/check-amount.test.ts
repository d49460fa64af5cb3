import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { checkAmount, readTyped, shareOf, toFiat, tokenAmount } from '../../../components/flow/check-amount.ts'
import { findIntegrations } from '../../../components/flow/find-integrations.ts'
import { formatBalance, formatExact, formatFiat, groupAddress } from '../../../components/texts/format.ts'
import { Amount } from '../../../server/contract/amount.ts'
import { base, holding, integrations } from '../../components/samples.ts'

const draft = (typed: string, unit: 'token' | 'fiat' = 'token') => ({
  symbol: 'USDC',
  networkId: 'base',
  typed,
  unit,
  locked: false,
})
const check = (typed: string, unit?: 'token' | 'fiat') => checkAmount(draft(typed, unit), holding, base)
const problem = (typed: string) => {
  const checked = check(typed)
  return checked.ok ? 'none' : checked.problem.kind
}

const readings: [string, string | null][] = [
  ['250', '250'],
  ['1,5', '1.5'],
  ['1.5', '1.5'],
  ['.5', '0.5'],
  ['5.', '5'],
  ['1,000', '1000'],
  ['0,125', '0.125'],
  ['1.000', '1.000'],
  ['1,000.50', '1000.50'],
  ['1.000,50', '1000.50'],
  ['1,000,000', '1000000'],
  ['1 000,5', '1000.5'],
  ['1’000.5', '1000.5'],
  ['1,00,0', null],
  ['1,000.5,0', null],
  ['1.5.2', null],
  ['1e5', null],
  ['-5', null],
  ['0x10', null],
  ['', null],
  [',', null],
  ['１２', null],
]

for (const [typed, read] of readings) {
  test(`"${typed}" is read as ${read ?? 'no amount'}`, () => assert.equal(readTyped(typed), read))
}

const digits = (length: number) => fc.stringMatching(new RegExp(`^[0-9]{1,${length}}$`))
const amounts = fc
  .tuple(fc.nat({ max: 999_999_999 }), digits(18))
  .map(([whole, fraction]) => Amount.parse(`${whole}.${fraction}`).toString())

test('an amount that is shown can be typed as it stands, whatever its digits', () => {
  fc.assert(fc.property(amounts, (amount) => readTyped(formatExact(amount)) === amount))
})

test('an amount with the other decimal mark is the same amount', () => {
  fc.assert(
    fc.property(amounts, (amount) => {
      // A comma before exactly three digits separates groups; a fourth digit leaves no doubt.
      const typed = /^[1-9]\d{0,2}\.\d{3}$/.test(amount) ? `${amount}0` : amount
      const read = readTyped(typed.replace('.', ','))
      return read !== null && Amount.parse(read).toString() === amount
    }),
  )
})

test('no text is read as an amount that exact arithmetic refuses', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'0123456789.,  eE+-x') }), (typed) => {
      const read = readTyped(typed)
      return read === null || Amount.tryParse(read) !== null
    }),
  )
})

test('an accepted amount lies inside the limits, to the last digit', () => {
  fc.assert(
    fc.property(amounts, (amount) => {
      const checked = check(amount)
      if (!checked.ok) return true
      const read = Amount.parse(checked.amount)
      return !read.isLessThan(Amount.parse('10')) && !read.isGreaterThan(Amount.parse('19999.96')) && read.decimals <= 6
    }),
  )
})

test('the limits themselves are accepted, and one unit beyond is not', () => {
  assert.deepEqual(check('10'), { ok: true, amount: '10' })
  assert.deepEqual(check('19,999.96'), { ok: true, amount: '19999.96' })
  assert.equal(problem('9.999999'), 'belowMinimum')
  assert.equal(problem('19999.960001'), 'aboveMaximum')
  assert.equal(problem('12.0000001'), 'tooPrecise')
  assert.equal(problem('0'), 'zero')
  assert.equal(problem('  '), 'empty')
  assert.equal(problem('ten'), 'unreadable')
})

test('part of a balance never exceeds it, and never has more decimals than the network', () => {
  fc.assert(
    fc.property(amounts, fc.constantFrom(25, 50, 75), fc.nat({ max: 18 }), (maximumAmount, percent, decimals) => {
      const share = Amount.parse(shareOf(holding, { ...base, maximumAmount, decimals }, percent as 25 | 50 | 75))
      return !share.isGreaterThan(Amount.parse(maximumAmount)) && share.decimals <= decimals
    }),
  )
})

test('dollars become tokens rounded down, never worth more than what was typed', () => {
  fc.assert(
    fc.property(fc.nat({ max: 10_000_00 }), fc.integer({ min: 1, max: 9_999_999 }), (cents, price) => {
      const fiat = Amount.fromBaseUnits(BigInt(cents), 2)
      const network = { ...base, decimals: 18, price: Amount.fromBaseUnits(BigInt(price), 2).toString() }
      const token = tokenAmount(draft(fiat.toString(), 'fiat'), network)
      const worth = token === null ? null : toFiat(token, network)
      return worth !== null && !worth.isGreaterThan(fiat)
    }),
  )
})

test('without a price an amount in dollars is refused', () => {
  const checked = checkAmount(draft('50', 'fiat'), holding, { ...base, price: null })
  assert.deepEqual(checked, { ok: false, problem: { kind: 'noPrice' } })
})

test('amounts are shown digit by digit, and balances are cut, never rounded up', () => {
  assert.equal(formatExact('12345678.901234567890123456'), '12,345,678.901234567890123456')
  assert.equal(formatBalance('12.345678901234567891', 'ETH'), '12.3456')
  assert.equal(formatBalance('20000.5', 'USDC'), '20,000.50')
  assert.equal(formatBalance('0.00001239999', 'BTC'), '0.00001239')
  assert.equal(formatFiat('0.004'), '< $0.01')
  assert.equal(formatFiat(null), '')
})

test('an address is grouped without losing a character', () => {
  const hex = fc.stringMatching(/^0x[0-9a-f]{1,64}$/)
  fc.assert(
    fc.property(
      fc.oneof(hex, fc.stringMatching(/^[1-9A-Za-z]{1,62}$/)),
      (text) => groupAddress(text).join('') === text,
    ),
  )
})

test('an exchange is found in spite of a typing mistake, an accent or a missing space', () => {
  const names = (query: string) => findIntegrations(integrations, query).map((each) => each.name)
  assert.deepEqual(names('binnace'), ['Binance'])
  assert.deepEqual(names('krakn'), ['Kraken'])
  assert.deepEqual(names('sandboxex'), ['Sandbox Exchange'])
  assert.deepEqual(names('BÍNÁNCE'), ['Binance'])
  assert.deepEqual(names('zzzzz'), [])
  assert.equal(names('').length, 4)
})
