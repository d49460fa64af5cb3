import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Kysely } from 'kysely'
import { type Config, readConfig } from '../config.ts'
import { checkArchiving } from '../storage/archiving.ts'
import { recordBackup } from '../storage/last-backup.ts'
import { makePrivateFolder } from '../storage/private-files.ts'
import { writeBackup } from '../storage/sqlite-backup.ts'
import type { Database } from '../storage/storage.ts'
import type { Tables } from '../storage/tables.ts'
import { markBackup } from '../transfers/restore.ts'
import { verifyTimelines } from '../transfers/verify-timelines.ts'
import { auditedCommand, recordAction } from './audited-command.ts'
import { type Command, CommandFailure, type Terminal, UsageError } from './command.ts'
import { withStorage } from './with-storage.ts'

export const backupCommand: Command = {
  name: 'backup',
  summary: 'Backs up the embedded database beside a running server. On PostgreSQL it checks that archiving works.',
  usage: `transfer-link backup [--to <file>] [--json]
       The embedded database is copied to a new file, which is checked: its structure, its references and every timeline.
       --to    the file. It must not exist (backups/transfer-link-<time>.db in the data folder of the server)
       --json  the result as one JSON object on stdout
       The master keys are not in the file. Keep MASTER_KEYS in another place: without them a backup cannot be used.
       On PostgreSQL the command writes no file. It ends the current segment of the WAL and waits until it is archived.
       The exit code is 1 if a check failed or archiving does not work.`,
  async run(args, terminal) {
    const { values } = parseArgs({
      args,
      options: { to: { type: 'string' }, json: { type: 'boolean', default: false } },
    })
    const config = readConfig(terminal.environment)
    if (config.databaseUrl !== null && values.to !== undefined) {
      throw new UsageError('--to is for the embedded database. PostgreSQL is backed up with its own programs.')
    }
    await withStorage(terminal, async (database) => {
      const output = { terminal, asJson: values.json }
      if (config.databaseUrl !== null) await checkPostgres(database, output)
      else await backUp(database, fileOf(config, values.to), output)
    })
  },
}

interface Output {
  terminal: Terminal
  asJson: boolean
}

function fileOf({ dataFolder }: Config, to: string | undefined): string {
  if (to !== undefined) {
    const file = resolve(to)
    if (!existsSync(dirname(file))) throw new CommandFailure(`The folder ${dirname(file)} does not exist.`)
    return file
  }
  const folder = join(dataFolder, 'backups')
  makePrivateFolder(folder)
  return join(folder, `transfer-link-${new Date().toISOString().replaceAll(/[:.]/g, '-')}.db`)
}

async function backUp(database: Database, to: string, { terminal, asJson }: Output): Promise<void> {
  const now = new Date()
  let verified = { transfers: 0, events: 0 }
  const check = async (copy: Kysely<Tables>) => {
    const { broken, ...counts } = await verifyTimelines(copy)
    verified = counts
    if (broken.length > 0) throw new CommandFailure(brokenText(broken))
  }
  const mark = (copy: Kysely<Tables>) => markBackup(copy, now)
  const bytes = await writeBackup(database, { to, now, mark, check })
  const deps = { database, now: () => new Date() }
  await recordAction(terminal, deps, { action: 'backup.create', target: to, after: { bytes } })
  if (asJson) return terminal.line(JSON.stringify({ file: to, bytes, at: now.toISOString(), ...verified }))
  terminal.line(`${to}  ${(bytes / 1e6).toFixed(1)} MB`)
  terminal.line(
    `Checked: ${verified.transfers} transfers with ${verified.events} events. The master keys are not in the file.`,
  )
}

function brokenText(broken: readonly string[]): string {
  const more = broken.length > 5 ? ` and ${broken.length - 5} more` : ''
  return `No backup was written. The timeline is not intact of ${broken.slice(0, 5).join(', ')}${more}.`
}

const instructions = [
  'PostgreSQL is backed up by base backups and an archive of its WAL:',
  '  archive_mode=on, archive_command or archive_library, archive_timeout=60s',
  '  pg_basebackup --checkpoint=fast -D <folder> each day, and pg_verifybackup <folder>',
  'The page operate/backup-and-restore of the documentation describes both, and how to restore to a point in time.',
  'PostgreSQL does not know when the last base backup was made. Monitor its age separately.',
]

async function checkPostgres(database: Database, { terminal, asJson }: Output): Promise<void> {
  const { query } = database
  const now = new Date()
  const { problem, advice, lastArchivedAt } = await checkArchiving(query)
  if (problem === null)
    await auditedCommand(terminal, { database, now: () => now }, async (inside, record) => {
      await recordBackup(inside.database.query, now)
      record({ action: 'backup.check', target: 'PostgreSQL', before: null, after: null })
    })
  if (asJson) terminal.line(JSON.stringify({ archiving: problem === null, problem, advice, lastArchivedAt }))
  else for (const line of [...instructions, '', ...advice]) terminal.line(line)
  if (problem !== null) throw new CommandFailure(`Archiving does not work. ${problem}`)
  if (!asJson) terminal.line(`Archiving works. Last archived: ${lastArchivedAt?.toISOString() ?? 'never'}.`)
}
