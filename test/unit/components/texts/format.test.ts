import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import fc from 'fast-check'
import {
  formatAbout,
  formatBalance,
  formatCountdown,
  formatDuration,
  formatExact,
  formatFiat,
  formatList,
  formatMoment,
  formatPercent,
  formatToken,
  groupAddress,
} from '../../../../components/texts/format.ts'
import { notation, setLocale } from '../../../../components/texts/notation.ts'

afterEach(() => {
  setLocale('en')
  notation.fiatCurrency = 'USD'
})

/** With plain spaces, whatever kind of space the locale writes. */
function written(locale: string, text: () => string): string {
  setLocale(locale)
  return text().replace(/\s/g, ' ')
}

test('amounts are shown digit by digit, and balances are cut, never rounded up', () => {
  assert.equal(formatExact('12345678.901234567890123456'), '12,345,678.901234567890123456')
  assert.equal(formatBalance('12.345678901234567891', 'ETH'), '12.3456')
  assert.equal(formatBalance('20000.5', 'USDC'), '20,000.50')
  assert.equal(formatBalance('0.00001239999', 'BTC'), '0.00001239')
  assert.equal(formatFiat('0.004'), '< $0.01')
  assert.equal(formatFiat(null), '')
  assert.equal(formatAbout('0.004'), '< $0.01')
  assert.equal(formatAbout('4.2'), '≈ $4.20')
})

test('amounts are written as their locale writes them, to the last digit', () => {
  const amount = () => formatExact('12345678.901234567890123456')
  assert.equal(written('de', amount), '12.345.678,901234567890123456')
  assert.equal(written('fr', amount), '12 345 678,901234567890123456')
  assert.equal(written('en-IN', amount), '1,23,45,678.901234567890123456')
  assert.equal(written('fa', amount), '۱۲٬۳۴۵٬۶۷۸٫۹۰۱۲۳۴۵۶۷۸۹۰۱۲۳۴۵۶')
  assert.equal(written('ar-EG', amount), '١٢٬٣٤٥٬٦٧٨٫٩٠١٢٣٤٥٦٧٨٩٠١٢٣٤٥٦')
})

test('fiat is shown with its currency, and less than its smallest unit is marked', () => {
  assert.equal(
    written('de', () => formatFiat('1234.5')),
    '1.234,50 $',
  )
  assert.equal(
    written('en', () => formatFiat('0.01')),
    '$0.01',
  )
  notation.fiatCurrency = 'JPY'
  assert.equal(
    written('ja', () => formatFiat('1234.5')),
    '￥1,235',
  )
  assert.equal(
    written('ja', () => formatFiat('0.4')),
    '< ￥1',
  )
})

test('an amount and its symbol stay together where the page reads from the right', () => {
  assert.equal(formatToken('250.04', 'USDC'), '250.04 USDC')
  setLocale('he')
  assert.equal(formatToken('250.04', 'USDC'), '\u2067250.04 \u2068USDC\u2069\u2069')
})

test('times, shares and lists are written in the locale', () => {
  assert.equal(
    written('en', () => formatDuration(180)),
    '3 min',
  )
  assert.equal(
    written('de', () => formatDuration(180)),
    '3 Min.',
  )
  assert.equal(
    written('en', () => formatDuration(0)),
    '1 sec',
  )
  assert.equal(
    written('fr', () => formatDuration(7200)),
    '2 h',
  )
  assert.equal(
    written('en', () => formatCountdown(187)),
    '3:07',
  )
  assert.equal(
    written('fa', () => formatCountdown(187)),
    '۳:۰۷',
  )
  assert.equal(
    written('fr', () => formatPercent(25)),
    '25 %',
  )
  assert.equal(
    written('en', () => formatList(['Base', 'Ethereum'])),
    'Base, Ethereum',
  )
  assert.equal(formatMoment('no time'), '')
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
