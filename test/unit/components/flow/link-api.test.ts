import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseLinkResponse } from '../../../../components/flow/link-api.ts'

test('what turns the direction of writing, or cannot be seen, does not get past the door', () => {
  const hostile = 'a\u202eb\u2066c\u200fd\u0000e\u{e0041}f\ufeffg\nh'
  assert.deepEqual(parseLinkResponse(JSON.stringify({ content: [{ name: hostile }] })), {
    content: [{ name: 'abcdefgh' }],
  })
})

test('every other text stays as it is, to the last digit and letter', () => {
  const texts = [
    '0x8ba1f109551bD432803012645Ac136ddd64DBA72',
    '20000.500000000000000001',
    'بنك الرمال',
    'Zürich 🏦',
    '<b>',
  ]
  assert.deepEqual(parseLinkResponse(JSON.stringify(texts)), texts)
})
