import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { languages } from '../../../../components/texts/choose-language.ts'
import { formatExact } from '../../../../components/texts/format.ts'
import { groupDigits, isGroupedText, withoutGroups } from '../../../../components/texts/group-digits.ts'
import { setLocale } from '../../../../components/texts/notation.ts'
import { readAmount } from '../../../../components/texts/read-amount.ts'
import { Amount } from '../../../../server/contract/amount.ts'

after(() => setLocale('en'))

/** `|` is the caret. */
const cases: [locale: string, typed: string, shown: string][] = [
  ['en', '1234|', '1,234|'],
  ['en', '12|34', '1,2|34'],
  ['en', '1|234', '1|,234'],
  ['en', '|1234567', '|1,234,567'],
  ['en', '1234.5678|', '1,234.5678|'],
  ['en', '.5|', '.5|'],
  ['en', '0500|', '0500|'],
  ['en', '0|', '0|'],
  ['en', '0.5|', '0.5|'],
  ['fa', '۰۵۰۰|', '۰۵۰۰|'],
  ['en', '1234.|', '1,234.|'],
  ['en', '1,5|', '1,5|'],
  ['en', '1234,5|', '1234,5|'],
  ['en', '1,234|', '1,234|'],
  ['en', '12 usd|', '12 usd|'],
  ['en', '|', '|'],
  ['en', '99999999999999999999999999|', '99,999,999,999,999,999,999,999,999|'],
  ['de', '1234,5|', '1.234,5|'],
  ['de', '1234.5|', '1234.5|'],
  ['fr', '1234567|', '1\u202f234\u202f567|'],
  ['es', '1234|', '1234|'],
  ['es', '12345|', '12.345|'],
  ['en-IN', '1234567|', '12,34,567|'],
  ['fa', '۱۲۳۴۵۶۷|', '۱٬۲۳۴٬۵۶۷|'],
  ['fa', '1234|', '1٬234|'],
  ['ar-EG', '١٢٣٤٫٥|', '١٬٢٣٤٫٥|'],
]

for (const [locale, typed, shown] of cases) {
  test(`"${typed}" is shown as "${shown}" in ${locale}`, () => {
    setLocale(locale)
    const [before = '', end = ''] = typed.split('|')
    const { text, caret } = groupDigits(before, end)
    assert.equal(`${text.slice(0, caret)}|${text.slice(caret)}`, shown)
  })
}

for (const locale of [...languages, 'de-CH', 'en-IN', 'es-MX', 'fr-CH', 'pt-PT', 'ar-EG']) {
  test(`grouping never changes the amount, and keeps the caret beside its digit: ${locale}`, () => {
    setLocale(locale)
    const numerals = fc.stringMatching(/^\d{1,27}(\.\d{1,18})?$/)
    fc.assert(
      fc.property(numerals, fc.nat(), (plain, at) => {
        const typed = plain.replace('.', decimalMark())
        const caret = at % (typed.length + 1)
        const grouped = groupDigits(typed.slice(0, caret), typed.slice(caret))
        assert.equal(Amount.parse(readAmount(grouped.text) ?? '').toString(), Amount.parse(plain).toString())
        assert.equal(withoutGroups(grouped.text.slice(0, grouped.caret)), typed.slice(0, caret))
        assert.ok(grouped.isGrouped && isGroupedText(grouped.text))
      }),
    )
  })
}

function decimalMark(): string {
  return formatExact('1.5').replace(/[1-9\u0661-\u0669\u06f1-\u06f9]/g, '')
}
