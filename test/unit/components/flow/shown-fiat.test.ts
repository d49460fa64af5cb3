import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { checkAmount } from '../../../../components/flow/check-amount.ts'
import { parseLinkResponse } from '../../../../components/flow/link-api.ts'
import { showFiatIn } from '../../../../components/flow/shown-fiat.ts'
import { notation } from '../../../../components/texts/notation.ts'
import { base, holding, session } from '../../../components/samples.ts'

const sandbox = { ...session, fiatRates: { EUR: '0.92', JPY: '155' } }

afterEach(() => showFiatIn(null, sandbox))

const response = JSON.stringify({ price: '1', feeInFiat: '0.04', fee: '0.04', amountInFiat: null, name: 'USDC' })

test('amounts of responses are converted to the chosen currency, other fields are unchanged', () => {
  showFiatIn('eur', sandbox)
  assert.equal(notation.fiatCurrency, 'EUR')
  assert.deepEqual(parseLinkResponse(response), {
    price: '0.92',
    feeInFiat: '0.0368',
    fee: '0.04',
    amountInFiat: null,
    name: 'USDC',
  })
})

test('without a rate, or with an amount that the app fixed in dollars, dollars stay', () => {
  for (const [value, given] of [
    ['EUR', { ...session, fiatRates: {} }],
    ['XXX', sandbox],
    ['constructor', sandbox],
    [null, sandbox],
    ['EUR', { ...sandbox, fixed: { symbol: 'USDC', amount: null, amountInFiat: '50' } }],
  ] as const) {
    showFiatIn(value, given)
    assert.equal(notation.fiatCurrency, 'USD')
    assert.deepEqual(parseLinkResponse(response), JSON.parse(response))
  }
})

test('what is typed in a currency is worth as much in tokens as that currency buys', () => {
  showFiatIn('EUR', sandbox)
  const { price } = parseLinkResponse(JSON.stringify({ price: '1' })) as { price: string }
  const draft = { symbol: 'USDC', networkId: 'base', typed: '46', unit: 'fiat', locked: false } as const
  assert.deepEqual(checkAmount(draft, holding, { ...base, price }), { ok: true, amount: '50' })
})
