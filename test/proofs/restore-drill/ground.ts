// What differs between the storages: how a backup is made, and how it is restored.
import { copyFileSync, existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { runCli } from '../../support/cli.ts'
import type { Stage } from '../chaos/stage.ts'
import { type ArchivedPostgres, startArchivedPostgres } from './archived-postgres.ts'

export interface Ground {
  databaseUrl: string | undefined
  /** Under load. On the embedded storage, everything acknowledged before is in it. */
  backUp(stage: Stage): Promise<void>
  /** The point in time to which it is restored, without load. Null where that is the backup's. */
  markTime: ((stage: Stage) => Promise<void>) | null
  /** After every server was killed. */
  destroyAndRestore(stage: Stage): Promise<void>
  /** Whether a server refuses to start on the restored data without `--after-restore`. */
  knowsThatItIsRestored: boolean
  stop(): Promise<void>
}

async function backupCommand(stage: Stage, args: readonly string[]): Promise<void> {
  const { code, out, error } = await runCli(['backup', ...args], stage.environments[0])
  if (code !== 0) throw new Error(`the backup failed: ${out}${error}`)
}

export function embeddedGround(): Ground {
  const fileOf = ({ folder }: Stage) => join(folder, 'backup.db')
  return {
    databaseUrl: undefined,
    knowsThatItIsRestored: true,
    backUp: (stage) => backupCommand(stage, ['--to', fileOf(stage)]),
    markTime: null,
    async destroyAndRestore(stage) {
      const { folder } = stage
      const data = join(folder, 'api-1', 'server')
      for (const name of readdirSync(data)) rmSync(join(data, name), { recursive: true })
      if (existsSync(join(data, 'transfer-link.db'))) throw new Error('the database is still there')
      copyFileSync(fileOf(stage), join(data, 'transfer-link.db'))
    },
    stop: async () => {},
  }
}

export async function postgresGround(): Promise<Ground> {
  const postgres: ArchivedPostgres = await startArchivedPostgres()
  let time = ''
  return {
    databaseUrl: postgres.url,
    knowsThatItIsRestored: false,
    backUp: () => postgres.baseBackup(),
    async markTime(stage) {
      await postgres.breakArchive()
      const { code, error } = await runCli(['backup'], stage.environments[0])
      if (code !== 1 || !error.includes('Archiving failed'))
        throw new Error(`a broken archive was not reported: ${error}`)
      await postgres.mendArchive()
      time = await postgres.time()
    },
    async destroyAndRestore(stage) {
      // Archives what the servers wrote last, as archive_timeout does.
      await backupCommand(stage, [])
      await postgres.destroy()
      await postgres.restore(time)
    },
    stop: () => postgres.stop(),
  }
}
