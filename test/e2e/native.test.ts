import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { projectRoot } from '../../scripts/command.ts'
import { expect, test } from '../support/e2e.ts'

const run = promisify(execFile)

test('the backend example ends with the transaction and a balance risen by exactly the amount', async ({ app }) => {
  const { stdout } = await run(process.execPath, [join(projectRoot, 'examples/native/main.ts')], {
    env: { ...process.env, API_URL: app.apiUrl },
  })
  expect(stdout).toMatch(/^Transaction 0x[0-9a-f]{64}$/m)
  expect(stdout).toContain('rose by exactly 12.345678 USDC')
})
