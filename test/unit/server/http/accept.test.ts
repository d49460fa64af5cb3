import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wantsProblem } from '../../../../server/http/accept.ts'

const headers: [string | undefined, boolean][] = [
  [undefined, false],
  ['', false],
  ['*/*', false],
  ['application/json', false],
  ['application/problem+json', true],
  ['APPLICATION/PROBLEM+JSON', true],
  ['application/problem+json;q=0', false],
  ['application/problem+json, application/json', true],
  ['application/json, application/problem+json;q=0.1', false],
  ['application/json;q=0.1, application/problem+json;q=0.5', true],
  ['application/problem+json, */*;q=0.8', true],
  ['application/problem+json;q=0.5, */*', false],
]
for (const [accept, wants] of headers) {
  test(`Accept: ${accept ?? '(none)'} ${wants ? 'selects' : 'does not select'} problem details`, () => {
    assert.equal(wantsProblem(accept), wants)
  })
}
