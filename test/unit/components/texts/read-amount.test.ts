import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { languages } from '../../../../components/texts/choose-language.ts'
import { formatExact } from '../../../../components/texts/format.ts'
import { setLocale } from '../../../../components/texts/notation.ts'
import { readAmount } from '../../../../components/texts/read-amount.ts'
import { Amount } from '../../../../server/contract/amount.ts'

const regional = ['ar-EG', 'de-AT', 'de-CH', 'en-IN', 'es-MX', 'fa-AF', 'fr-CA', 'fr-CH', 'pt-PT']
const locales = [...new Set([...languages, ...regional, 'en-XA', 'ar-XB'])]

after(() => setLocale('en'))

const readings: [locale: string, typed: string, read: string | null][] = [
  ['en', '250', '250'],
  ['en', '1,5', '1.5'],
  ['en', '1.5', '1.5'],
  ['en', '.5', '0.5'],
  ['en', '5.', '5'],
  ['en', '1,000', '1000'],
  ['en', '0,125', '0.125'],
  ['en', '1.000', '1.000'],
  ['en', '1,000.50', '1000.50'],
  ['en', '1.000,50', '1000.50'],
  ['en', '1,000,000', '1000000'],
  ['en', '1 000,5', '1000.5'],
  ['en', '1’000.5', '1000.5'],
  ['en', '１２', '12'],
  ['en', '\u200b20\ufeff', '20'],
  ['de', '1.000', '1000'],
  ['de', '1,000', '1.000'],
  ['de', '1.5', '1.5'],
  ['de', '0.125', '0.125'],
  ['fr', '1,125', '1.125'],
  ['fr', '1.125', '1.125'],
  ['fr', '1\u202f234,5', '1234.5'],
  ['en-IN', '12,34,567.5', '1234567.5'],
  ['ar', '١٬٢٣٤٫٥', '1234.5'],
  ['ar-EG', '١٫٥٠٠', '1.500'],
  ['ar-MA', '١٫٥٠٠', '1.500'],
  ['fa', '۱۲۳٫۴', '123.4'],
  ['fa', '۱٬۲۳۴', '1234'],
  ['fa', '1.5', '1.5'],
  ['fa', '۱،۵', '1.5'],
  ['fa', '۱۲/۵', '12.5'],
  ['en', '12/5', null],
  ['en', '20 USDC', null],
  ['en', '$20', null],
  ['de', '1.234,56 €', null],
  ['ja', '１２．５', '12.5'],
  ['en', '1,00,0', null],
  ['en', '1,000.5,0', null],
  ['en', '1.5.2', null],
  ['fa', '1٬5', null],
  ['fa', '1٫5٫2', null],
  ['en', '1e5', null],
  ['en', '-5', null],
  ['en', '5²', null],
  ['en', '½', null],
  ['en', '0x10', null],
  ['en', '', null],
  ['en', ',', null],
]

for (const [locale, typed, read] of readings) {
  test(`"${typed}" is read as ${read ?? 'no amount'} in ${locale}`, () => {
    setLocale(locale)
    assert.equal(readAmount(typed), read)
  })
}

const digits = (length: number) => fc.stringMatching(new RegExp(`^[0-9]{1,${length}}$`))
const amounts = fc
  .tuple(fc.nat({ max: 999_999_999 }), fc.oneof(digits(18), digits(3)))
  .map(([whole, fraction]) => Amount.parse(`${whole}.${fraction}`).toString())

for (const locale of locales) {
  test(`an amount that is shown can be typed as it stands, whatever its digits: ${locale}`, () => {
    setLocale(locale)
    fc.assert(
      fc.property(amounts, (amount) => {
        assert.equal(readAmount(formatExact(amount)), amount)
      }),
    )
  })

  test(`an amount with the other decimal mark is the same amount: ${locale}`, () => {
    setLocale(locale)
    fc.assert(
      fc.property(amounts, (amount) => {
        // A mark before exactly three digits may separate groups; a fourth digit leaves no doubt.
        const typed = /^[1-9]\d{0,2}\.\d{3}$/.test(amount) ? `${amount}0` : amount
        for (const mark of ['.', ',']) {
          const read = readAmount(typed.replace('.', mark))
          assert.equal(read === null ? null : Amount.parse(read).toString(), amount)
        }
      }),
    )
  })
}

test('no text is read as an amount that exact arithmetic refuses', () => {
  const characters = [...'0123456789.,  eE+-x٫٬،٣۴５．’\u200f']
  fc.assert(
    fc.property(fc.constantFrom(...locales), fc.string({ unit: fc.constantFrom(...characters) }), (locale, typed) => {
      setLocale(locale)
      const read = readAmount(typed)
      return read === null || Amount.tryParse(read) !== null
    }),
  )
})
