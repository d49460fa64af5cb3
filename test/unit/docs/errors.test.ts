import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { projectRoot } from '../../../scripts/command.ts'
import { ApiError } from '../../../server/contract/errors.ts'
import { errorBody, problemBody } from '../../../server/http/error-bodies.ts'
import { pageBlocks } from '../../support/readme.ts'

const page = readFileSync(join(projectRoot, 'docs/api/errors.md'), 'utf8')

/** In the contract, and never returned by this server. */
const never = ['httpsRequired', 'ipNotAllowed', 'clientDisabled', 'mfaCodeReused', 'previewSuperseded', 'limitExceeded']
for (const type of never) {
  test(`the documentation says why ${type} is not returned`, () => assert.match(page, new RegExp(`\`${type}\``)))
}

test('the bodies on the page are those that the server returns', () => {
  const requestId = '5f3c1a52-8a0e-4f0f-9d3e-0c6b7f1d2a44'
  const plain = ({ type, message, data }: ApiError) => ({ type, message, data })
  const missing = plain(new ApiError('missingField', { field: 'userId' }))
  const expired = plain(new ApiError('previewExpired'))
  const bodies = [
    errorBody('envelope', missing, requestId),
    errorBody('execute', expired, requestId),
    problemBody(missing, requestId),
  ]
  assert.deepEqual(
    pageBlocks('docs/api/errors.md').map(({ text }) => JSON.parse(text)),
    bodies,
  )
})
