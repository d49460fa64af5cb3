import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { readOptions } from '../../../../server/sandbox/options.ts'
import { until } from './test-exchange.ts'

const program = join(import.meta.dirname, 'stand-ins/start.ts')

interface Started {
  child: ChildProcess
  output(): string
  exited: Promise<number | null>
}

describe('npm start', () => {
  let dataDir: string
  let env: NodeJS.ProcessEnv
  let running: Started[]

  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'start-'))
    const [api, shop, exchange] = await freePorts()
    env = {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: `${api}`,
      DEMO_PORT: `${shop}`,
      SANDBOX_EXCHANGE_PORT: `${exchange}`,
    }
    delete env.npm_lifecycle_event
    running = []
  })
  afterEach(async () => {
    for (const { child, exited } of running) {
      child.kill('SIGKILL')
      await exited
    }
    await noneLeft()
    await rm(dataDir, { recursive: true })
  })

  const start = (args: string[] = [], command = [process.execPath, program], more: NodeJS.ProcessEnv = {}): Started => {
    const [file = '', ...rest] = [...command, ...args]
    const child = spawn(file, rest, { env: { ...env, ...more }, stdio: ['ignore', 'pipe', 'pipe'] })
    let text = ''
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (text += chunk))
    const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
    const started = { child, output: () => text, exited }
    running.push(started)
    return started
  }
  const ready = (started: Started) =>
    until(
      async () => started.output(),
      (text) => text.includes('is ready') || started.child.exitCode !== null,
    )
  const refused = async (started: Started) => {
    assert.equal(await started.exited, 1)
    return started.output().trim()
  }
  // Everything that belongs to this data folder, by environment or command line.
  const processes = () =>
    globSync('/proc/[0-9]*/environ').flatMap((file) => {
      const pid = Number(file.split('/')[2])
      return pid !== process.pid && readFrom(file).includes(`DATA_DIR=${dataDir}\0`) ? [pid] : []
    })
  const noneLeft = () =>
    until(
      async () => processes(),
      (pids) => pids.length === 0,
    )

  test('starts everything, prints how to go on, and stops everything at SIGTERM', async () => {
    const started = start()
    const text = await ready(started)
    for (const needed of [
      env.PORT,
      env.DEMO_PORT,
      env.SANDBOX_EXCHANGE_PORT,
      'user_good',
      'sk_sandbox_demo',
      dataDir,
      'curl',
    ]) {
      assert.ok(text.includes(String(needed)), needed)
    }
    const shop = (await (await fetch(`http://127.0.0.1:${env.DEMO_PORT}`)).json()) as { env: NodeJS.ProcessEnv }
    assert.equal(shop.env.API_URL, `http://localhost:${env.PORT}`)
    assert.match(shop.env.RPC_URLS ?? '', /^ethereum=http:.*,base=http:|^base=http:.*,ethereum=http:/)
    assert.equal(processes().length, 7)
    started.child.kill('SIGTERM')
    assert.equal(await started.exited, 0)
    assert.deepEqual(processes(), [])
  })

  test('leaves nothing behind when it is killed, and starts again at once', async () => {
    for (let time = 0; time < 2; time++) {
      const started = start()
      assert.match(await ready(started), /is ready/)
      started.child.kill('SIGKILL')
      await started.exited
    }
    await noneLeft()
  })

  test('ends when npm above it is killed', async () => {
    await writeFile(join(dataDir, 'package.json'), '{"private":true,"scripts":{"start":"node $PROGRAM"}}')
    const started = start([], ['npm', 'start', '--prefix', dataDir], { PROGRAM: program, PATH: nodePath() })
    assert.match(await ready(started), /is ready/)
    started.child.kill('SIGKILL')
    await noneLeft()
  })

  test('ends with a sentence when one of its processes dies', async () => {
    const started = start()
    await ready(started)
    const api = (await (await fetch(`http://127.0.0.1:${env.PORT}`)).json()) as { pid: number }
    process.kill(api.pid, 'SIGKILL')
    assert.match(await refused(started), /The API server ended unexpectedly \(SIGKILL\), so everything was stopped\.$/)
    assert.deepEqual(processes(), [])
  })

  test('ends with a sentence when a chain dies', async () => {
    const started = start()
    await ready(started)
    const { pid } = JSON.parse(readFileSync(join(dataDir, 'chain/base.json.pid'), 'utf8')) as { pid: number }
    process.kill(pid, 'SIGKILL')
    assert.match(await refused(started), /The local base chain ended unexpectedly\.$/)
  })

  test('starts nothing when a part cannot start, and passes its sentence on', async () => {
    const text = await refused(start([], undefined, { STAND_IN_FAILS: '1' }))
    assert.equal(text, 'The API server cannot start, for a reason of its own.')
    assert.deepEqual(processes(), [])
  })

  test('refuses in one sentence what a person can mend', async () => {
    const holder = await listen(Number(env.DEMO_PORT))
    assert.match(
      await refused(start()),
      /^Port \d+, which the demo shop needs, is in use: .*DEMO_PORT=\d+ npm start\.$/,
    )
    holder.close()
    const file = join(dataDir, 'a-file')
    await writeFile(file, '')
    const unwritable = start([], undefined, { DATA_DIR: join(file, 'data') })
    assert.match(await refused(unwritable), /^The data folder .* cannot be written \(ENOTDIR\): .*\.$/)
    assert.match(await refused(start([], undefined, { PORT: 'http' })), /^PORT must be a port number .*"http"\.$/)
    assert.match(await refused(start(['--frsh'])), /--fresh/)
  })

  test('a second one on the same data folder is refused', async () => {
    await ready(start())
    const [api, shop, exchange] = await freePorts()
    const ports = { PORT: `${api}`, DEMO_PORT: `${shop}`, SANDBOX_EXCHANGE_PORT: `${exchange}` }
    assert.match(await refused(start([], undefined, ports)), /^Another npm start is running on the data folder /)
  })

  test('--fresh empties its own data folder, and never one that is not its own', async () => {
    const first = start()
    await ready(first)
    first.child.kill('SIGTERM')
    await first.exited
    const key = () => readFileSync(join(dataDir, 'exchange/hot-wallet.key'), 'utf8')
    const before = key()
    const second = start(['--fresh'])
    assert.match(await ready(second), /is ready/)
    assert.notEqual(key(), before)
    const foreign = join(dataDir, 'foreign')
    await mkdir(foreign)
    await writeFile(join(foreign, 'thesis.txt'), 'years of work')
    assert.match(await refused(start(['--fresh'], undefined, { DATA_DIR: foreign })), /does not empty it\.$/)
    assert.ok(existsSync(join(foreign, 'thesis.txt')))
  })

  test('--help explains itself and starts nothing', async () => {
    const started = start(['--help'])
    assert.equal(await started.exited, 0)
    assert.match(started.output(), /--fresh[\s\S]*DATA_DIR/)
  })
})

test('three parts cannot share a port', () => {
  assert.throws(() => readOptions([], { PORT: '4001' }, '/'), /three different ports/)
})

function readFrom(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/** The same Node for what npm starts. */
function nodePath(): string {
  return `${join(process.execPath, '..')}:${process.env.PATH}`
}

function listen(port: number): Promise<Server> {
  return new Promise((resolve) => {
    const server = createServer()
    server.listen(port, '127.0.0.1', () => resolve(server))
  })
}

async function freePorts(): Promise<number[]> {
  const servers = await Promise.all([0, 0, 0].map(listen))
  const ports = servers.map((server) => (server.address() as { port: number }).port)
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
  return ports
}
