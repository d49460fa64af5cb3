// A hundred broken responses for each adapter, in the short run for three; `npm run test:broken-responses` tries a hundred thousand.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runBrokenResponses } from '../../../proofs/broken-responses/break-responses.ts'
import { subjectsWithSandbox } from '../../../proofs/broken-responses/subjects.ts'
import { shareOf } from '../../../support/length.ts'

for (const [name, subject] of shareOf(Object.entries(subjectsWithSandbox), 3)) {
  test(`${name}: a hundred broken responses crash nothing and lead to no wrong result`, async () => {
    const { wrong, outcomes, responses } = await runBrokenResponses(subject, 100, 1)
    assert.deepEqual(wrong, [])
    assert.ok(responses >= 100)
    assert.ok((outcomes.get('withdraw: ambiguous') ?? 0) > 5)
    assert.ok((outcomes.get('withdraw: accepted') ?? 0) > 0)
  })
}
