import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { projectRoot, runCommand } from '../../../../scripts/command.ts'

test('payloads fit the types of published clients', async () => {
  const folder = join(projectRoot, 'test/fixtures/published-types')
  const { code, output } = await runCommand('tsc', ['-p', folder], { quiet: true })
  assert.equal(code, 0, output)
})
