// Finds a PostgreSQL for tests: the one of TEST_DATABASE_URL, else the machine's server binaries in a temporary folder, else, as
// root on Debian, the package `postgresql`. One server serves a whole test run, and every caller gets a separate database. Without
// PostgreSQL, tests fail in CI and are skipped elsewhere.
import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { openPostgres } from '../../server/storage/postgres.ts'
import type { Database } from '../../server/storage/storage.ts'
import { temporaryFolder } from './temporary-folder.ts'

interface TestPostgres {
  /** An empty database that no other test uses. It is dropped by `drop` or with the server. */
  newDatabase(): Promise<string>
  drop(): Promise<void>
}

/** `missing` is the reason if there is none. In CI this throws instead. */
type FoundPostgres = { postgres: TestPostgres; missing: false } | { postgres: null; missing: string }

const startLimitMs = 60_000

export async function findPostgres(): Promise<FoundPostgres> {
  try {
    return { postgres: databasesOf(process.env.TEST_DATABASE_URL || (await sharedServer())), missing: false }
  } catch (error) {
    if (process.env.CI === 'true' || process.env.TEST_DATABASE_URL) throw error
    return { postgres: null, missing: error instanceof Error ? error.message : String(error) }
  }
}

function databasesOf(serverUrl: string): TestPostgres {
  const made: string[] = []
  return {
    async newDatabase() {
      const name = `test_${process.pid}_${randomBytes(4).toString('hex')}`
      await runOn(serverUrl, `create database ${name}`)
      made.push(name)
      const url = new URL(serverUrl)
      url.pathname = `/${name}`
      return url.href
    },
    async drop() {
      for (const name of made.splice(0)) await runOn(serverUrl, `drop database if exists ${name} with (force)`)
    },
  }
}

export async function runOn(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

const emptyingOf = new Map<string, Promise<string>>()

/** Opens the database with every table empty. Deleting few rows is faster than truncating, and than a database for each test. */
export async function openEmpty(url: string): Promise<Database> {
  const database = await openPostgres(url)
  const emptying = emptyingOf.get(url) ?? statementsThatEmpty(database)
  emptyingOf.set(url, emptying)
  await runOn(url, await emptying)
  return database
}

async function statementsThatEmpty(database: Database): Promise<string> {
  const tables = await database.query.introspection.getTables()
  const names = tables.map((table) => `"${table.name}"`).filter((name) => name !== '"migration_lock"')
  // Foreign keys are not checked, so the order does not matter.
  return ['set session_replication_role = replica', ...names.map((name) => `delete from ${name}`)].join(';')
}

interface PostgresPair {
  primary: PairedServer
  standby: PairedServer
}

interface PairedServer {
  /** The URL of the database `postgres`, as its owner. */
  url: string
  /** Kills the server, like a crash. */
  kill(): void
}

/** A primary with a streaming standby, for one test file only. Returns the reason if it cannot be started. */
export async function startPostgresPair(): Promise<PostgresPair | string> {
  const binaries = findBinaries() ?? installBinaries()
  if (binaries === null) return 'there are no binaries of PostgreSQL (Debian: apt-get install postgresql)'
  const folder = mkdtempSync(join(tmpdir(), 'transfer-link-postgres-pair-'))
  startSupervisor(folder, binaries, process.pid, 'standby')
  const primary = await awaitServer(folder)
  return {
    primary: pairedServer(folder, primary),
    standby: pairedServer(folder, readFileSync(join(folder, 'standby-url'), 'utf8')),
  }
}

function pairedServer(folder: string, url: string): PairedServer {
  const pid = Number(readFileSync(join(folder, `pid-${new URL(url).port}`), 'utf8'))
  return { url, kill: () => void process.kill(pid, 'SIGKILL') }
}

// The first process of a run starts the supervisor, which starts the server and ends it with the run. The others wait.
async function sharedServer(): Promise<string> {
  const runner = runnerPid()
  const folder = join(await temporaryFolder(), `transfer-link-postgres-${runner}-${startOf(runner)}`)
  if (makesFolder(folder)) {
    const binaries = findBinaries() ?? installBinaries()
    startSupervisor(folder, binaries ?? '', runner)
  }
  return awaitServer(folder)
}

function startSupervisor(folder: string, binaries: string, runner: number, ...more: string[]): void {
  const args = [join(import.meta.dirname, 'postgres-supervisor.ts'), folder, binaries, String(runner), ...more]
  // Detached: a signal to the run's process group must not end the supervisor, which cleans up afterwards.
  spawn(process.execPath, args, { detached: true, stdio: 'ignore' }).unref()
}

async function awaitServer(folder: string): Promise<string> {
  for (const deadline = Date.now() + startLimitMs; Date.now() < deadline; await pause(25)) {
    const [url, failure] = [join(folder, 'url'), join(folder, 'failure')]
    if (existsSync(url)) return readFileSync(url, 'utf8')
    if (existsSync(failure)) throw new Error(readFileSync(failure, 'utf8'))
  }
  throw new Error(`PostgreSQL did not start within ${startLimitMs / 1000} s: see ${folder}`)
}

/** The process of `npm test`, or this process if there is none. */
function runnerPid(): number {
  return Number(process.env.TEST_RUN_PID ?? process.pid)
}

/** Distinguishes a process from a later one with the same id, if the system reports when a process started. */
function startOf(pid: number): string {
  const file = `/proc/${pid}/stat`
  return existsSync(file) ? (readFileSync(file, 'utf8').split(') ')[1]?.split(' ')[19] ?? '') : ''
}

function makesFolder(folder: string): boolean {
  try {
    mkdirSync(folder)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** The folder with `initdb` and `postgres`, the newest if there are several. */
export function findBinaries(): string | null {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [
    ...versions.map((version) => join(debian, version, 'bin')),
    ...(process.env.PATH ?? '').split(delimiter),
  ]
  return folders.find((folder) => ['initdb', 'postgres'].every((name) => existsSync(join(folder, name)))) ?? null
}

function installBinaries(): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return null
  console.log('No PostgreSQL here yet: apt-get install postgresql')
  const command = 'apt-get update -qq && apt-get install -y -qq --no-install-recommends postgresql'
  // In run level 1 Debian's scripts start no service.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  spawnSync('sh', ['-c', command], { stdio: ['ignore', 'ignore', 'inherit'], timeout: 300_000, env })
  return findBinaries()
}
