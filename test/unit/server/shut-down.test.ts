// What a process does at its end where a step of it fails.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { jsonLog } from '../../../server/log/log.ts'
import { shutDown } from '../../../server/shut-down.ts'

const steps = ['polling', 'webhooks', 'connections', 'writes', 'database']

/** The steps in their order, those that were logged as failed, and how often the exit code was set. */
async function runSteps(failing: readonly string[]) {
  const run: string[] = []
  const logged: string[] = []
  let failures = 0
  const step = (name: string) => async () => {
    run.push(name)
    if (failing.includes(name)) throw new Error(`${name} failed`)
  }
  await shutDown({
    log: jsonLog('error', { write: (line) => logged.push(JSON.parse(line).step) }),
    polling: { stop: step('polling') },
    webhooks: { stop: step('webhooks') },
    listening: { close: step('connections') },
    pendingWrites: { settled: step('writes') },
    database: { close: step('database') },
    failed: () => failures++,
  })
  return { run, logged, failures }
}

test('every step runs once, in order', async () => {
  assert.deepEqual(await runSteps([]), { run: steps, logged: [], failures: 0 })
})

test('after a step that failed the others run, each failure is logged, and the exit code is set', async () => {
  for (const name of steps) assert.deepEqual(await runSteps([name]), { run: steps, logged: [name], failures: 1 })
  assert.deepEqual(await runSteps(steps), { run: steps, logged: steps, failures: steps.length })
})
