import assert from 'node:assert/strict'
import { test } from 'node:test'
import { splitId } from '../../../host/console/elements/split-id.ts'

test('a long id is split into its shown ends and its hidden middle', () => {
  assert.deepEqual(splitId('3f9cba82-9b1d-4c2e-b7a4-7f3e21a0cd71'), ['3f9cba', '82-9b1d-4c2e-b7a4-7f3e21a0', 'cd71'])
  const address = '0x8ba1f109551bD432803012645Ac136ddd64DBA72'
  assert.deepEqual(splitId(address), ['0x8ba1f1', '09551bD432803012645Ac136ddd64D', 'BA72'])
})

test('nothing is lost, and a short text is whole', () => {
  for (let length = 0; length < 80; length++) {
    const text = Array.from({ length }, (_, index) => index % 10).join('')
    assert.equal(splitId(text).join(''), text)
    assert.equal(splitId(text)[1] === '', length <= 14, `${length}`)
  }
})
