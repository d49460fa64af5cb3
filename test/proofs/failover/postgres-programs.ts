// Runs the programs of PostgreSQL on data in one temporary folder, as a user who is not root.
import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findBinaries } from '../../support/postgres.ts'
import { serverOwner } from '../../support/postgres-owner.ts'

const settings = [
  'fsync=off',
  'full_page_writes=off',
  'shared_buffers=64MB',
  'jit=off',
  'max_connections=200',
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'dynamic_shared_memory_type=mmap',
]

interface Ending {
  code: number | null
  /** What it wrote last. */
  output: string
}

export interface RunningPostgres {
  ended: Promise<Ending>
  /** SIGKILL. Resolves when every process of the server has ended. */
  kill(): Promise<void>
}

export interface PostgresPrograms {
  folder: string
  /** Makes the user the owner of a folder. */
  give(folder: string): void
  initialize(folder: string): Promise<void>
  /** Copies a running server, as a standby of it. */
  copy(port: number, folder: string): Promise<void>
  start(folder: string, port: number): RunningPostgres
  remove(): void
}

export function postgresPrograms(): PostgresPrograms {
  const binaries = findBinaries()
  if (binaries === null) throw new Error('PostgreSQL is needed (Debian: apt-get install postgresql)')
  const folder = mkdtempSync(join(tmpdir(), 'transfer-link-failover-'))
  const owner = serverOwner()
  const give = (path: string) => {
    if (owner !== null) chownSync(path, owner.uid, owner.gid)
    chmodSync(path, 0o700)
  }
  give(folder)
  const servers = new Set<ChildProcess>()
  const remove = () => {
    for (const server of servers) server.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  // The servers end with this process, except after its SIGKILL.
  process.once('exit', remove)

  const begin = (program: string, args: string[]) => {
    const child = spawn(join(binaries, program), args, { ...owner, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })
    let output = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-2_000)
    })
    // The processes of a server share one pipe, which closes with the last of them.
    const ended = new Promise<Ending>((resolve) => {
      child.once('close', (code) => resolve({ code, output }))
      child.once('error', (error) => resolve({ code: null, output: error.message }))
    })
    return { child, ended }
  }

  /** Does not block this process, because its proxies must go on. */
  const run = async (program: string, args: string[]) => {
    const { code, output } = await begin(program, args).ended
    if (code !== 0) throw new Error(`${program} failed: ${output || code}`)
  }

  return {
    folder,
    give,
    initialize: (data) =>
      run('initdb', ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '-N']),
    copy(port, data) {
      const from = ['-h', '127.0.0.1', '-p', `${port}`, '-U', 'postgres']
      return run('pg_basebackup', [...from, '-D', data, '-R', '-X', 'stream', '-c', 'fast', '-N'])
    },
    start(data, port) {
      const options = [...settings, `port=${port}`].flatMap((setting) => ['-c', setting])
      const { child, ended } = begin('postgres', ['-D', data, ...options])
      servers.add(child)
      child.once('exit', () => servers.delete(child))
      return {
        ended,
        async kill() {
          child.kill('SIGKILL')
          await ended
        },
      }
    },
    remove,
  }
}
