import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Amount } from '../../../../server/contract/amount.ts'
import {
  fiatNumber,
  JsonNumber,
  jsonNumber,
  parseExactJson,
  parseJsonToTexts,
} from '../../../../server/contract/json-number.ts'

const written = '12345678.901234567890123456'

test('numbers are read as they were written', () => {
  assert.deepEqual(parseExactJson(`{"amount":${written},"name":"a"}`), { amount: new JsonNumber(written), name: 'a' })
  assert.deepEqual(parseJsonToTexts(`{"amount":[${written},1e-7],"name":null}`), {
    amount: [written, '1e-7'],
    name: null,
  })
})

test('an amount is written as a number with every digit', () => {
  const body = {
    amount: jsonNumber(Amount.parse(written)),
    fiat: fiatNumber(Amount.parse('0.125')),
    none: fiatNumber(null),
  }
  assert.equal(JSON.stringify(body), `{"amount":${written},"fiat":0.12,"none":null}`)
})

for (const [runtime, context] of [
  ['no source', {}],
  ['no context', undefined],
] as const) {
  test(`a runtime that passes ${runtime} cannot read a number`, ({ mock }) => {
    const parse = JSON.parse
    mock.method(JSON, 'parse', (text: string, reviver: (...given: unknown[]) => unknown) =>
      parse(text, (key, value) => reviver(key, value, context)),
    )
    assert.throws(() => parseExactJson(`[${written}]`), /does not pass the source text/)
    assert.throws(() => parseJsonToTexts(`[${written}]`), /does not pass the source text/)
    assert.deepEqual(parseJsonToTexts('["text"]'), ['text'])
  })
}
