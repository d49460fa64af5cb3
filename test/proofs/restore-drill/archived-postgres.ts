// A PostgreSQL that archives its WAL with cp, and its restore to a point in time.
import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { runOn } from '../../support/postgres.ts'
import { until } from '../chaos/api-client.ts'
import { quietPorts } from '../chaos/tcp-proxy.ts'
import { postgresPrograms, type RunningPostgres } from '../failover/postgres-programs.ts'

const limitMs = 60_000

export interface ArchivedPostgres {
  url: string
  baseBackup(): Promise<void>
  breakArchive(): Promise<void>
  mendArchive(): Promise<void>
  /** The time of the server, as text for `recovery_target_time`. */
  time(): Promise<string>
  /** SIGKILL, and removes the data. */
  destroy(): Promise<void>
  /** Starts the base backup with the archive, up to this time, at the same address. */
  restore(time: string): Promise<void>
  stop(): Promise<void>
}

export async function startArchivedPostgres(): Promise<ArchivedPostgres> {
  const programs = postgresPrograms()
  const [port = 0] = await quietPorts(1)
  const url = `postgresql://postgres@127.0.0.1:${port}/postgres`
  const [data, backup, archive] = ['data', 'backup', 'archive'].map((name) => join(programs.folder, name))
  if (data === undefined || backup === undefined || archive === undefined) throw new Error('a folder is missing')
  let server: RunningPostgres | null = null
  const start = async (folder: string) => {
    const running = programs.start(folder, port)
    server = running
    const failed = running.ended.then(({ output }) => {
      throw new Error(`PostgreSQL ended: ${output}`)
    })
    // A later end is expected.
    failed.catch(() => {})
    const isOpen = "do $$ begin if pg_is_in_recovery() then raise 'not yet'; end if; end $$"
    await Promise.race([failed, until(limitMs, () => runOn(url, isOpen).then(() => true), 100)])
  }
  mkdirSync(archive)
  programs.give(archive)
  await programs.initialize(data)
  const archiveCommand = `test ! -f ${archive}/%f && cp %p ${archive}/%f`
  configure(data, ['archive_mode = on', `archive_command = '${archiveCommand}'`])
  configure(data, ['archive_timeout = 60'])
  await start(data)
  return {
    url,
    async baseBackup() {
      mkdirSync(backup)
      programs.give(backup)
      await programs.copy(port, backup)
    },
    breakArchive: () => setArchiveCommand(url, 'false %p'),
    mendArchive: () => setArchiveCommand(url, archiveCommand),
    async time() {
      const client = new Client({ connectionString: url })
      await client.connect()
      const { rows } = await client.query<{ now: string }>('select clock_timestamp()::text as now')
      await client.end()
      return rows[0]?.now ?? ''
    },
    async destroy() {
      await server?.kill()
      rmSync(data, { recursive: true })
    },
    async restore(time) {
      // The copy was made as that of a standby.
      rmSync(join(backup, 'standby.signal'))
      writeFileSync(join(backup, 'recovery.signal'), '')
      configure(backup, [`primary_conninfo = ''`, `restore_command = 'cp ${archive}/%f %p'`])
      configure(backup, [`recovery_target_time = '${time}'`, `recovery_target_action = 'promote'`])
      await start(backup)
    },
    async stop() {
      await server?.kill()
      programs.remove()
    },
  }
}

async function setArchiveCommand(url: string, command: string): Promise<void> {
  await runOn(url, `alter system set archive_command = '${command}'`)
  await runOn(url, 'select pg_reload_conf()')
}

function configure(folder: string, settings: readonly string[]): void {
  for (const setting of settings) appendFileSync(join(folder, 'postgresql.auto.conf'), `${setting}\n`)
}
