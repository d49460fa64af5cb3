// Where `npm start` refuses. The supervisor runs in the test's process.
import assert from 'node:assert/strict'
import { existsSync, readdirSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { lockDataFolder } from '../../../sandbox/data-folder.ts'
import { readOptions } from '../../../sandbox/options.ts'
import { createStartBench, listen, refusedToStart, type StartBench } from './start-bench.ts'

describe('npm start, where it cannot or should not', () => {
  let bench: StartBench
  beforeEach(async () => {
    bench = await createStartBench()
  })
  afterEach(() => bench.close())

  test('starts nothing when a part cannot start, and passes its sentence on', async () => {
    const text = await refusedToStart(bench.startHere([], {}, 'failing-api-server.ts'))
    assert.equal(text, 'The API server cannot start: the port is in use.')
    assert.deepEqual(bench.processes(), [])
  })

  test('refuses a problem that the user can fix in one sentence', async () => {
    const holder = await listen(Number(bench.env.DEMO_PORT))
    const inUse = /^Port \d+, which the demo shop needs, is in use\. .*DEMO_PORT=\d+ npm start\.$/
    assert.match(await refusedToStart(bench.startHere()), inUse)
    holder.close()
    const file = join(bench.dataDir, 'a-file')
    await writeFile(file, '')
    const unwritable = bench.startHere([], { DATA_DIR: join(file, 'data') })
    assert.match(await refusedToStart(unwritable), /^The data folder .* cannot be written \(ENOTDIR\)\. .*\.$/)
    assert.match(
      await refusedToStart(bench.startHere([], { PORT: 'http' })),
      /^This configuration is not valid:\n {2}- PORT must be a port number .*for example 4000\.$/,
    )
    assert.match(await refusedToStart(bench.startHere(['--frsh'])), /--fresh/)
  })

  test('refuses a second one on the same data folder, until the first has ended', async () => {
    const unlock = await lockDataFolder(bench.dataDir, false)
    assert.match(await refusedToStart(bench.startHere()), /^Another npm start is running on the data folder /)
    unlock()
    const next = await lockDataFolder(bench.dataDir, false)
    next()
  })

  test('--fresh empties its own data folder, and never one that is not its own', async () => {
    const unlock = await lockDataFolder(bench.dataDir, false)
    await mkdir(join(bench.dataDir, 'exchange'))
    await writeFile(join(bench.dataDir, 'exchange/hot-wallet.key'), 'old')
    unlock()
    const again = await lockDataFolder(bench.dataDir, true)
    assert.deepEqual(
      readdirSync(bench.dataDir).filter((name) => !name.startsWith('start.lock')),
      [],
    )
    again()
    const foreign = join(bench.dataDir, 'foreign')
    await mkdir(foreign)
    await writeFile(join(foreign, 'thesis.txt'), 'years of work')
    assert.match(await refusedToStart(bench.startHere(['--fresh'], { DATA_DIR: foreign })), /does not empty it\.$/)
    assert.ok(existsSync(join(foreign, 'thesis.txt')))
  })

  test('--help explains itself and starts nothing', async () => {
    const started = bench.startHere(['--help'])
    assert.equal(await started.exited, 0)
    assert.match(started.output(), /--fresh[\s\S]*DATA_DIR/)
  })
})

test('five parts cannot share a port, and the ports that the server does not read are checked', () => {
  assert.throws(() => readOptions([], { PORT: '4001' }, '/'), /five different ports/)
  assert.throws(() => readOptions([], { WEBHOOK_RECEIVER_PORT: '4002' }, '/'), /five different ports/)
  assert.throws(() => readOptions([], { CONSOLE_PORT: '4001' }, '/'), /five different ports/)
  for (const WEBHOOK_RECEIVER_PORT of ['receiver', '65534'])
    assert.throws(() => readOptions([], { WEBHOOK_RECEIVER_PORT }, '/'), /WEBHOOK_RECEIVER_PORT must be a port/)
  assert.throws(() => readOptions([], { DOCS_PORT: 'docs' }, '/'), /DOCS_PORT must be a port/)
})
