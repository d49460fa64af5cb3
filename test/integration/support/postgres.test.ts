// The PostgreSQL that tests start must end with them, however they end.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { projectRoot } from '../../../scripts/command.ts'
import { proofSuite } from '../../support/length.ts'
import { findPostgres, runOn } from '../../support/postgres.ts'

const { missing } = await findPostgres()
const skip = missing || (process.env.TEST_DATABASE_URL ? 'TEST_DATABASE_URL names another server' : false)

proofSuite('PostgreSQL for tests', () => {
  test('a killed test run takes its PostgreSQL with it', { skip }, async () => {
    const script = `
    import { findPostgres } from ${JSON.stringify(join(projectRoot, 'test/support/postgres.ts'))}
    const { postgres } = await findPostgres()
    console.log(await postgres.newDatabase())
    setInterval(() => {}, 1_000)`
    // It is a separate run, and so has a separate server.
    const { TEST_RUN_PID: _, ...env } = process.env
    const run = spawn(process.execPath, ['--input-type=module', '-e', script], {
      env,
      cwd: projectRoot,
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true,
    })
    const url = await new Promise<string>((resolve) => {
      run.stdout.setEncoding('utf8').once('data', (text: string) => resolve(text.trim()))
    })
    await runOn(url, 'select 1')
    // The whole group, as a terminal or a CI job does.
    process.kill(-(run.pid ?? 0), 'SIGKILL')
    const deadline = Date.now() + 20_000
    while (await responses(url)) {
      assert.ok(Date.now() < deadline, 'PostgreSQL outlived the run')
      await pause(50)
    }
  })
})

function responses(url: string): Promise<boolean> {
  return runOn(url, 'select 1').then(
    () => true,
    () => false,
  )
}
