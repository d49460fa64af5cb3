// A few squares of the fault matrix for each adapter, others for each; `npm run matrix` tries them all.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { subjects } from '../../../answers/subjects.ts'
import { runMatrix, squares } from '../../../matrix/matrix.ts'

const stride = 40

for (const [n, [name, subject]] of Object.entries(subjects).entries()) {
  test(`${name}: whatever befalls an order, it is made once at most, found if it was made, and not called failed before`, async () => {
    const chosen = squares.filter(({ looks }, index) => index % stride === (n * 5) % stride && looks !== 'hang')
    assert.ok(chosen.length > 0)
    const { wrong, ends, squares: tried } = await runMatrix(subject, chosen, n * 100)
    assert.deepEqual(wrong, [])
    assert.equal(
      [...ends.values()].reduce((sum, times) => sum + times, 0),
      tried,
    )
  })
}
