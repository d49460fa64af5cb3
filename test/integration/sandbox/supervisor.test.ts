import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { createProcessList, endLeftovers } from '../../../sandbox/leftovers.ts'
import { proofTest } from '../../support/length.ts'
import { createStartBench, program, ready, refused, type StartBench } from './start-bench.ts'

describe('npm start', () => {
  let bench: StartBench
  beforeEach(async () => {
    bench = await createStartBench()
  })
  afterEach(() => bench.close())

  const read = async (port: 'PORT' | 'DEMO_PORT') => {
    const response = await fetch(`http://127.0.0.1:${bench.env[port]}`)
    return (await response.json()) as { pid: number; env: NodeJS.ProcessEnv }
  }

  test('leaves nothing behind when it is killed, starts again, and stops everything at SIGTERM', async () => {
    const killed = bench.start()
    await ready(killed)
    killed.child.kill('SIGKILL')
    await killed.exited
    await bench.noneLeft()
    const started = bench.start()
    const text = await ready(started)
    const { PORT, DEMO_PORT, SANDBOX_EXCHANGE_PORT, WEBHOOK_RECEIVER_PORT } = bench.env
    const ports = [PORT, DEMO_PORT, SANDBOX_EXCHANGE_PORT, WEBHOOK_RECEIVER_PORT]
    const needed = [...ports, 'user_good', 'sk_sandbox_demo', bench.dataDir, 'curl']
    for (const part of needed) assert.ok(text.includes(String(part)), part)
    const { env } = await read('DEMO_PORT')
    assert.equal(env.API_URL, `http://localhost:${PORT}`)
    assert.equal(env.SANDBOX_EXCHANGE_URL, `http://127.0.0.1:${SANDBOX_EXCHANGE_PORT}`)
    const networks = (env.RPC_URLS ?? '').split(',').map((entry) => entry.split('=')[0])
    assert.deepEqual(networks.sort(), ['base', 'ethereum', 'solana'])
    assert.equal(bench.processes().length, 8)
    started.child.kill('SIGTERM')
    assert.equal(await started.exited, 0)
    assert.deepEqual(bench.processes(), [])
  })

  proofTest('starts again at once after it was killed', async () => {
    for (let time = 0; time < 2; time++) {
      const started = bench.start()
      await ready(started)
      started.child.kill('SIGKILL')
      await started.exited
    }
    await bench.noneLeft()
  })

  test('waits for the processes of a killed one before it uses their ports', async () => {
    const leftover = spawn(process.execPath, ['-e', 'process.stdin.resume()', 'a-leftover'])
    await once(leftover, 'spawn')
    createProcessList(bench.dataDir).add(leftover.pid ?? 0, 'a-leftover')
    const ended = once(leftover, 'exit')
    let isOver = false
    const waited = endLeftovers(bench.dataDir).then(() => {
      isOver = true
    })
    await setImmediate()
    assert.equal(isOver, false)
    leftover.stdin.end()
    await waited
    assert.deepEqual(await ended, [0, null])
  })

  proofTest('ends when npm above it is killed', async () => {
    const { dataDir, env } = bench
    await writeFile(join(dataDir, 'package.json'), '{"private":true,"scripts":{"start":"node $PROGRAM"}}')
    // The same Node for what npm starts.
    const path = `${join(process.execPath, '..')}:${env.PATH}`
    const started = bench.start([], { PROGRAM: program, PATH: path }, ['npm', 'start', '--prefix', dataDir])
    await ready(started)
    started.child.kill('SIGKILL')
    await bench.noneLeft()
  })

  proofTest('ends with a sentence when one of its processes dies', async () => {
    const started = bench.startHere()
    await ready(started)
    process.kill((await read('PORT')).pid, 'SIGKILL')
    const sentence = /The API server ended unexpectedly \(SIGKILL\), so everything was stopped\. `npm start` continues/
    assert.match(await refused(started), sentence)
    assert.deepEqual(bench.processes(), [])
  })

  proofTest('ends with a sentence when a chain dies', async () => {
    const started = bench.startHere()
    await ready(started)
    const { pid } = JSON.parse(readFileSync(join(bench.dataDir, 'chain/base.json.pid'), 'utf8')) as { pid: number }
    process.kill(pid, 'SIGKILL')
    assert.match(await refused(started), /The local base chain ended unexpectedly\.$/)
  })
})
