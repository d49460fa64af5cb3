import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readDatabaseUrl } from '../config.ts'
import { type CopiedTable, copyStorage } from '../storage/copy.ts'
import { isDatabaseUrl } from '../storage/database-url.ts'
import { openPostgres } from '../storage/postgres.ts'
import { NoDatabase, openSqlite } from '../storage/sqlite.ts'
import { markMoved, readMove } from '../transfers/restore.ts'
import { recordAction } from './audited-command.ts'
import { type Command, CommandFailure, type Terminal, UsageError } from './command.ts'

export const migrateStorageCommand: Command = {
  name: 'migrate-storage',
  summary:
    'Copies the embedded database of a stopped server into an empty PostgreSQL database, and compares every row.',
  usage: `transfer-link migrate-storage --from <data folder> [--to <PostgreSQL address>]
       Without --to the address is read from DATABASE_URL, or from the credential database-url of systemd. This keeps the
       password out of the process list.`,
  async run(args, terminal) {
    const { values } = parseArgs({ args, options: { from: { type: 'string' }, to: { type: 'string' } } })
    if (values.from === undefined) throw new UsageError('--from is required: the data folder of the server.')
    const to = values.to ?? readDatabaseUrl(terminal.environment) ?? ''
    if (!isDatabaseUrl(to)) {
      throw new UsageError(
        '--to, or DATABASE_URL, must be an address like postgresql://user:password@db.example.com:5432/transfers.',
      )
    }
    // Takes the server's lock: fails if a server uses the folder, and none can start during the copy.
    const folder = folderWithDatabase(values.from)
    const source = await openSqlite(folder)
    try {
      const movedAt = await readMove(source.query)
      if (movedAt !== null) throw new CommandFailure(alreadyMoved(folder, movedAt))
      const target = await openPostgres(to)
      try {
        const copied = await copyStorage(source, target, (table, rows) => terminal.progress(`${table}  ${rows}`))
        const deps = { database: target, now: () => new Date() }
        await recordAction(terminal, deps, { action: 'storage.migrate', target: 'PostgreSQL' })
        // After everything else, so that the folder is unchanged if the command fails.
        await markMoved(source, deps.now())
        printCopied(copied, terminal)
      } catch (error) {
        terminal.progress('')
        throw new CommandFailure(`${error instanceof Error ? error.message : error}\n${advice}`)
      } finally {
        await target.close()
      }
    } finally {
      await source.close()
    }
  },
}

const advice =
  'The data folder is unchanged. If the target contains a part of the data, drop and recreate that database, then try again.'

function alreadyMoved(folder: string, movedAt: Date): string {
  return [
    `The data in ${folder} was moved to PostgreSQL at ${movedAt.toISOString()}. Nothing was copied.`,
    'If a server has run on that PostgreSQL, use it: only it has the transfers since then.',
    'To move the data again, start the server once on this folder with "transfer-link serve --after-restore", stop it, and run this command again. A server on the copy sends nothing until "transfer-link reconcile" has compared the time since with the exchanges.',
  ].join('\n')
}

/** DATA_DIR, or the server's folder in it. */
function folderWithDatabase(folder: string): string {
  const found = [folder, join(folder, 'server')].find((each) => existsSync(join(each, 'transfer-link.db')))
  if (found === undefined) throw new NoDatabase(folder)
  return found
}

function printCopied(copied: readonly CopiedTable[], terminal: Terminal): void {
  terminal.progress('')
  const width = Math.max(...copied.map(({ table }) => table.length))
  terminal.line(`${'table'.padEnd(width)} ${'rows'.padStart(9)}  checksum (equal in both databases)`)
  for (const { table, rows, digest } of copied) {
    terminal.line(`${table.padEnd(width)} ${String(rows).padStart(9)}  ${rows === 0 ? 'empty' : digest.slice(0, 16)}`)
  }
  terminal.line(
    'Done. Start the server with DATABASE_URL, and with the same master keys: MASTER_KEYS, or this DATA_DIR.',
  )
  terminal.line(
    'The data folder still has the data, and is marked: a server refuses to start on it, because two servers could send the same transfer.',
  )
}
