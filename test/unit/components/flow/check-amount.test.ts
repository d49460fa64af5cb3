import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { checkAmount, shareOf, toFiat, tokenAmount } from '../../../../components/flow/check-amount.ts'
import { findIntegrations } from '../../../../components/flow/find-integrations.ts'
import { texts as english } from '../../../../components/texts/en.ts'
import { Amount } from '../../../../server/contract/amount.ts'
import { base, holding, integrations } from '../../../components/samples.ts'

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

const digits = (length: number) => fc.stringMatching(new RegExp(`^[0-9]{1,${length}}$`))
const amounts = fc
  .tuple(fc.nat({ max: 999_999_999 }), digits(18))
  .map(([whole, fraction]) => Amount.parse(`${whole}.${fraction}`).toString())

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

test('an exchange is found in spite of a typing mistake, an accent or a missing space', () => {
  const names = (query: string) => findIntegrations(integrations, query, '').map((each) => each.name)
  assert.deepEqual(names('binnace'), ['Binance'])
  assert.deepEqual(names('krakn'), ['Kraken'])
  assert.deepEqual(names('sandboxex'), ['Sandbox Exchange'])
  assert.deepEqual(names('BÍNÁNCE'), ['Binance'])
  assert.deepEqual(names('zzzzz'), [])
  assert.equal(names('').length, 4)
})

test('a wallet is found by the way for those that are not in this browser', () => {
  assert.deepEqual(
    findIntegrations(integrations, 'qr', english.wallets.byLink).map(({ kind }) => kind),
    ['wallet'],
  )
})
