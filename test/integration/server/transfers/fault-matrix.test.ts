// Three squares of the fault matrix for each adapter, others for each; `npm run test:fault-matrix` tries them all. The short run
// tries one adapter for each way to find a lost order: match, find, idempotent.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { subjects } from '../../../proofs/broken-responses/subjects.ts'
import { runMatrix, type Square, squares } from '../../../proofs/fault-matrix/matrix.ts'
import { ambiguousFaults, committedFaults } from '../../../support/exchange-suite.ts'
import { shareOf } from '../../../support/length.ts'

// One that hangs is waited for, and that takes its time.
const quick = squares.filter(({ order, polls, only }) => !/^hang/.test(order) && polls !== 'hang' && only === undefined)
const kinds = [
  quick.filter(({ order, polls }) => polls === null && committedFaults.includes(order)),
  quick.filter(({ order, polls }) => polls === null && ambiguousFaults.includes(order)),
  quick.filter(({ polls }) => polls !== null),
]

for (const [n, [name, subject]] of shareOf(Object.entries(subjects), 3).entries()) {
  test(`${name}: whatever befalls an order, it is made once at most, found if it was made, and not called failed before`, async () => {
    const chosen = kinds.map((kind) => kind[(n * 5) % kind.length] as Square)
    const { wrong, ends } = await runMatrix(subject, chosen, n * 100)
    assert.deepEqual(wrong, [])
    assert.equal(
      [...ends.values()].reduce((sum, times) => sum + times, 0),
      chosen.length,
    )
  })
}
