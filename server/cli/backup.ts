import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Kysely } from 'kysely'
import { verifyAudit } from '../audit/verify-audit.ts'
import { type Config, readConfig } from '../config.ts'
import { checkArchiving } from '../storage/archiving.ts'
import { type BaseBackup, readLastBaseBackup } from '../storage/base-backup.ts'
import { recordBackup } from '../storage/last-backup.ts'
import { makePrivateFolder } from '../storage/private-files.ts'
import { writeBackup } from '../storage/sqlite-backup.ts'
import type { Database } from '../storage/storage.ts'
import type { Tables } from '../storage/tables.ts'
import { markBackup } from '../transfers/restore.ts'
import { type VerifiedTimelines, verifyTimelines } from '../transfers/verify-timelines.ts'
import { brokenAuditText } from './audit-commands.ts'
import { auditedCommand, recordAction } from './audited-command.ts'
import { type Command, CommandFailure, type Terminal, UsageError } from './command.ts'
import { withStorage } from './with-storage.ts'

export const backupCommand: Command = {
  name: 'backup',
  summary: 'Backs up the embedded database beside a running server. On PostgreSQL it checks that archiving works.',
  usage: `transfer-link backup [--to <file>] [--base-backups-elsewhere] [--json]
       The embedded database is copied to a new file, which is checked: its structure, its references, every timeline
       and the audit log. If a timeline or the audit log is not intact, the file is written and the exit code is 1.
       --to    the file. It must not exist (backups/transfer-link-<time>.db in the data folder of the server)
       --json  the result as one JSON object on stdout
       The master keys are not in the file. Keep MASTER_KEYS in another place: without them a backup cannot be used.
       On PostgreSQL the command writes no file. It ends the current segment of the WAL, waits until it is archived, shows when
       the last base backup was made, and checks every timeline and the audit log of the running database.
       The exit code is 1 if a check failed, archiving does not work, or no base backup is known. A check with a problem of
       archiving or base backups does not count as a backup.
       --base-backups-elsewhere  base backups are made on a standby, or as snapshots of the disk, which PostgreSQL does not know`,
  async run(args, terminal) {
    const { values } = parseArgs({
      args,
      options: {
        to: { type: 'string' },
        'base-backups-elsewhere': { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
      },
    })
    const config = readConfig(terminal.environment)
    if (config.databaseUrl !== null && values.to !== undefined) {
      throw new UsageError('--to is for the embedded database. PostgreSQL is backed up with its own programs.')
    }
    await withStorage(terminal, async (database) => {
      const output = { terminal, asJson: values.json }
      if (config.databaseUrl !== null)
        await checkPostgres(database, { ...output, hasOtherBaseBackups: values['base-backups-elsewhere'] })
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
  let timelines: VerifiedTimelines = { transfers: 0, events: 0, broken: [] }
  let audit = { entries: 0, broken: null as number | null }
  const check = async (copy: Kysely<Tables>) => {
    timelines = await verifyWithProgress(copy, terminal)
    audit = await verifyAudit(copy)
    return timelines.broken.length === 0
  }
  const mark = (copy: Kysely<Tables>) => markBackup(copy, now)
  const bytes = await writeBackup(database, { to, now, mark, check })
  const deps = { database, now: () => new Date() }
  await recordAction(terminal, deps, { action: 'backup.create', target: to, after: { bytes } })
  const { transfers, events, broken } = timelines
  const checked = { transfers, events, brokenTimelines: broken }
  const auditFacts = { auditEntries: audit.entries, auditBroken: audit.broken }
  if (asJson) terminal.line(JSON.stringify({ file: to, bytes, at: now.toISOString(), ...checked, ...auditFacts }))
  else {
    terminal.line(`${to}  ${(bytes / 1e6).toFixed(1)} MB`)
    terminal.line(`${checkedText({ transfers, events }, audit)} The master keys are not in the file.`)
  }
  // A chain of hashes never becomes intact again, so no later backup would be better.
  const problems = chainProblems(broken, audit.broken)
  if (problems.length > 0) throw new CommandFailure(['The backup was written.', ...problems].join('\n'))
}

async function verifyWithProgress(query: Kysely<Tables>, terminal: Terminal): Promise<VerifiedTimelines> {
  const verified = await verifyTimelines(query, (transfers) => terminal.progress(`${transfers} transfers checked`))
  terminal.progress('')
  return verified
}

function checkedText({ transfers, events }: Omit<VerifiedTimelines, 'broken'>, audit: { entries: number }): string {
  return `Checked: ${transfers} transfers with ${events} events, ${audit.entries} entries of the audit log.`
}

function brokenText(broken: readonly string[]): string {
  const more = broken.length > 5 ? ` and ${broken.length - 5} more` : ''
  return `The timeline is not intact of ${broken.slice(0, 5).join(', ')}${more}.`
}

function chainProblems(brokenTimelines: readonly string[], brokenEntry: number | null): string[] {
  return [
    ...(brokenTimelines.length === 0 ? [] : [brokenText(brokenTimelines)]),
    ...(brokenEntry === null ? [] : [brokenAuditText(brokenEntry)]),
  ]
}

const instructions = [
  'To set up backups: base backups, and an archive of the WAL.',
  '  archive_mode=on, archive_command or archive_library, archive_timeout=60s',
  '  pg_basebackup --checkpoint=fast -D <folder> each day, and pg_verifybackup <folder>',
  'The page operate/backup-and-restore of the documentation describes both, and how to restore to a point in time.',
]

const noBaseBackup = 'PostgreSQL knows no base backup'

function baseBackupText(backup: BaseBackup): string {
  if (backup.kind === 'made')
    return `The last base backup was made at ${backup.at.toISOString()}. PostgreSQL does not know whether its files still exist.`
  if (backup.kind === 'hidden')
    return 'The role may not see whether a base backup was made, and the archive alone cannot be restored: grant pg_monitor to <role>'
  return `${noBaseBackup}.`
}

const notBackedUp = `${noBaseBackup}, and the archive alone cannot be restored: pg_basebackup --checkpoint=fast -D <folder>. If base backups are made on a standby, or as snapshots of the disk, use --base-backups-elsewhere.`

interface PostgresOutput extends Output {
  /** Base backups that PostgreSQL does not know. */
  hasOtherBaseBackups: boolean
}

async function checkPostgres(
  database: Database,
  { terminal, asJson, hasOtherBaseBackups }: PostgresOutput,
): Promise<void> {
  const { query } = database
  const now = new Date()
  const archiving = await checkArchiving(query)
  const { problem, lastArchivedAt } = archiving
  const backup = await readLastBaseBackup(query)
  const isBackedUp = hasOtherBaseBackups || backup.kind !== 'none'
  const advice = [...archiving.advice, baseBackupText(backup)]
  const { broken, ...verified } = await verifyWithProgress(query, terminal)
  const audit = await verifyAudit(query)
  if (problem === null && isBackedUp)
    await auditedCommand(terminal, { database, now: () => now }, async (inside, record) => {
      await recordBackup(inside.database.query, now)
      record({ action: 'backup.check', target: 'PostgreSQL', before: null, after: null })
    })
  const facts = { ...archiving, advice, lastBaseBackupAt: backup.kind === 'made' ? backup.at : null }
  const checked = { ...verified, brokenTimelines: broken, auditEntries: audit.entries, auditBroken: audit.broken }
  const setupProblems = [
    ...(problem === null ? [] : [`Archiving does not work. ${problem}`]),
    ...(isBackedUp ? [] : [notBackedUp]),
  ]
  const problems = [...setupProblems, ...chainProblems(broken, audit.broken)]
  const works = `Archiving works. Last archived: ${lastArchivedAt?.toISOString() ?? 'never'}.`
  // Without a base backup, the problem states it.
  const shown = isBackedUp ? advice : archiving.advice
  const report = [...(problem === null ? [works] : []), ...shown, checkedText(verified, audit)]
  if (asJson) terminal.line(JSON.stringify({ archiving: problem === null, ...facts, ...checked }))
  else if (problems.length === 0) for (const line of report) terminal.line(line)
  if (problems.length === 0) return
  const details = asJson ? [] : [...report, ...(setupProblems.length === 0 ? [] : instructions)]
  throw new CommandFailure([...problems, ...details].join('\n'))
}
