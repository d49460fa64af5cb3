import assert from 'node:assert/strict'
import { test } from 'node:test'
import { errorSentence } from '../../../../server/contract/errors.ts'

test('a count of one is in the singular', () => {
  assert.equal(errorSentence('rateLimited', { seconds: 1 }), 'Too many requests. Retry after 1 second.')
  assert.equal(errorSentence('rateLimited', { seconds: 21 }), 'Too many requests. Retry after 21 seconds.')
  assert.match(errorSentence('mfaCodeWrong', { attemptsLeft: 1 }), / 1 try left\.$/)
  assert.match(errorSentence('codeWrong', { attemptsLeft: 0 }), / 0 tries left\.$/)
  assert.match(errorSentence('amountPrecision', { symbol: 'X', network: 'Y', decimals: '1' }), / 1 decimal\.$/)
})
