import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { readOptions } from '../../../sandbox/options.ts'
import { createStartBench, freePorts, listen, ready, refused, type StartBench } from './start-bench.ts'

describe('npm start, where it cannot or should not', () => {
  let bench: StartBench
  beforeEach(async () => {
    bench = await createStartBench()
  })
  afterEach(() => bench.close())

  test('starts nothing when a part cannot start, and passes its sentence on', async () => {
    const text = await refused(bench.start([], { STAND_IN_FAILS: '1' }))
    assert.equal(text, 'The API server cannot start, for a reason of its own.')
    assert.deepEqual(bench.processes(), [])
  })

  test('refuses in one sentence what the user can fix', async () => {
    const holder = await listen(Number(bench.env.DEMO_PORT))
    const inUse = /^Port \d+, which the demo shop needs, is in use\. .*DEMO_PORT=\d+ npm start\.$/
    assert.match(await refused(bench.start()), inUse)
    holder.close()
    const file = join(bench.dataDir, 'a-file')
    await writeFile(file, '')
    const unwritable = bench.start([], { DATA_DIR: join(file, 'data') })
    assert.match(await refused(unwritable), /^The data folder .* cannot be written \(ENOTDIR\)\. .*\.$/)
    assert.match(
      await refused(bench.start([], { PORT: 'http' })),
      /^The server cannot start with this configuration:\n {2}- PORT must be a port number .*for example 4000\.$/,
    )
    assert.match(await refused(bench.start(['--frsh'])), /--fresh/)
  })

  test('refuses a second one on the same data folder', async () => {
    await ready(bench.start())
    const second = bench.start([], await freePorts())
    assert.match(await refused(second), /^Another npm start is running on the data folder /)
  })

  test('--fresh empties its own data folder, and never one that is not its own', async () => {
    const first = bench.start()
    await ready(first)
    first.child.kill('SIGTERM')
    await first.exited
    const key = () => readFileSync(join(bench.dataDir, 'exchange/hot-wallet.key'), 'utf8')
    const before = key()
    await ready(bench.start(['--fresh']))
    assert.notEqual(key(), before)
    const foreign = join(bench.dataDir, 'foreign')
    await mkdir(foreign)
    await writeFile(join(foreign, 'thesis.txt'), 'years of work')
    assert.match(await refused(bench.start(['--fresh'], { DATA_DIR: foreign })), /does not empty it\.$/)
    assert.ok(existsSync(join(foreign, 'thesis.txt')))
  })

  test('--help explains itself and starts nothing', async () => {
    const started = bench.start(['--help'])
    assert.equal(await started.exited, 0)
    assert.match(started.output(), /--fresh[\s\S]*DATA_DIR/)
  })
})

test('three parts cannot share a port', () => {
  assert.throws(() => readOptions([], { PORT: '4001' }, '/'), /three different ports/)
})
