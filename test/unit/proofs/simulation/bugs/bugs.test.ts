// A planted bug changes an exact piece of the code. When that moves on, the bug has to follow it.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { projectRoot } from '../../../../../scripts/command.ts'
import { bugs } from '../../../../proofs/simulation/bugs/bugs.ts'

test('every planted bug matches the code and has a unique name', () => {
  for (const { name, changes } of bugs) {
    for (const { file, find } of changes) {
      assert.ok(readFileSync(join(projectRoot, file), 'utf8').includes(find), `${name}: ${file} lacks ${find}`)
    }
  }
  assert.equal(new Set(bugs.map(({ name }) => name)).size, bugs.length)
})
