// Runs one PostgreSQL in a temporary folder until the test run ends: `postgres-supervisor.ts <folder> <binaries> <pid>`. With the
// fourth argument `standby` it also runs a streaming standby. Once the server accepts connections, its `url` is written into the
// folder (after `standby-url`, and with each server's process id), or `failure` if it does not start. However the run ends, the
// servers are stopped and the folder is removed.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, chownSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { serverOwner } from './postgres-owner.ts'

const [folder = '', binaries = '', runner = '', second = ''] = process.argv.slice(2)
const data = join(folder, 'data')
const password = randomBytes(16).toString('hex')
const servers: ChildProcess[] = []

// In tests only: a crash of the machine may lose this data.
const settings = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'shared_buffers=64MB', 'jit=off']
// Shared memory is in the data folder, which is removed with the server. A killed server would leave its segments in /dev/shm.
const memory = ['dynamic_shared_memory_type=mmap']
const limits = ['max_connections=200', 'listen_addresses=127.0.0.1', 'unix_socket_directories=']

try {
  const failure = binaries === '' ? noPostgres() : await start()
  if (failure !== null) publish('failure', failure)
} catch (error) {
  publish('failure', `PostgreSQL could not be started: ${error instanceof Error ? error.message : error}`)
}
let isOver = false
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => (isOver = true))
while (!isOver && isAlive(Number(runner))) await pause(250)
await end()

function noPostgres(): string {
  return 'there is no PostgreSQL: set TEST_DATABASE_URL, or install the server (Debian: apt-get install postgresql)'
}

/** Returns the reason of the failure, or null. */
async function start(): Promise<string | null> {
  const owner = serverOwner()
  mkdirSync(data)
  writeFileSync(join(folder, 'password'), password)
  chmodSync(folder, 0o755)
  for (const path of [data, join(folder, 'password')]) {
    if (owner !== null) chownSync(path, owner.uid, owner.gid)
    chmodSync(path, path === data ? 0o700 : 0o400)
  }
  const rights = { ...owner, cwd: folder, encoding: 'utf8' } as const
  const args = ['-D', data, '-U', 'postgres', '-A', 'scram-sha-256', '--pwfile', join(folder, 'password')]
  const made = spawnSync(join(binaries, 'initdb'), [...args, '-E', 'UTF8', '--locale=C', '--no-sync'], rights)
  if (made.status !== 0) return `initdb failed: ${made.stderr || made.error?.message}`
  const primary = await run(data, owner)
  if ('failure' in primary) return primary.failure
  if (second === 'standby') {
    const standby = await startStandby(primary.port, owner)
    if ('failure' in standby) return standby.failure
    publish('standby-url', standby.url)
  }
  publish('url', primary.url)
  return null
}

type Owner = ReturnType<typeof serverOwner>
type Started = { url: string; port: number } | { failure: string }

/** A streaming copy of the primary. */
function startStandby(port: number, owner: Owner): Promise<Started> {
  const copy = join(folder, 'standby')
  mkdirSync(copy)
  if (owner !== null) chownSync(copy, owner.uid, owner.gid)
  chmodSync(copy, 0o700)
  const args = [
    '-h',
    '127.0.0.1',
    '-p',
    `${port}`,
    '-U',
    'postgres',
    '-D',
    copy,
    '-R',
    '-X',
    'stream',
    '-c',
    'fast',
    '-N',
  ]
  const rights = { ...owner, cwd: folder, encoding: 'utf8', env: { ...process.env, PGPASSWORD: password } } as const
  const made = spawnSync(join(binaries, 'pg_basebackup'), args, rights)
  if (made.status !== 0) throw new Error(`pg_basebackup failed: ${made.stderr || made.error?.message}`)
  return run(copy, owner)
}

async function run(files: string, owner: Owner): Promise<Started> {
  let output = ''
  for (let tries = 0; tries < 3; tries++) {
    const port = await freePort()
    const options = [...settings, ...memory, ...limits, `port=${port}`].flatMap((setting) => ['-c', setting])
    const server = spawn(join(binaries, 'postgres'), ['-D', files, ...options], {
      ...owner,
      cwd: folder,
      stdio: 'pipe',
    })
    servers.push(server)
    server.stderr?.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-2_000)
    })
    const url = `postgresql://postgres:${password}@127.0.0.1:${port}/postgres`
    if (await acceptsConnections(server, url)) {
      publish(`pid-${port}`, `${server.pid}`)
      return { url, port }
    }
  }
  return { failure: `PostgreSQL did not start: ${output}` }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}

async function acceptsConnections(child: ChildProcess, url: string): Promise<boolean> {
  while (child.exitCode === null && child.signalCode === null) {
    const client = new Client({ connectionString: url })
    try {
      await client.connect()
      await client.end()
      return true
    } catch {
      await pause(30)
    }
  }
  return false
}

/** Written atomically: other processes read the file as soon as it exists. */
function publish(name: string, text: string): void {
  writeFileSync(join(folder, `${name}.part`), text, { mode: 0o600 })
  renameSync(join(folder, `${name}.part`), join(folder, name))
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

async function end(): Promise<void> {
  for (const child of servers) {
    if (child.exitCode !== null || child.signalCode !== null) continue
    // Immediately, without writing anything: the folder is removed too.
    const gone = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGQUIT')
    await gone
  }
  rmSync(folder, { recursive: true, force: true })
}
