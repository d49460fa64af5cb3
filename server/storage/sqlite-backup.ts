// Copies the embedded database beside a running server, checks the copy, and gives it its name when it is complete.

import { randomUUID } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, linkSync, openSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import Sqlite from 'better-sqlite3'
import { Kysely, sql } from 'kysely'
import { EmbeddedDialect } from './embedded-dialect.ts'
import { recordBackup } from './last-backup.ts'
import type { Database } from './storage.ts'
import type { Tables } from './tables.ts'

const fileMode = 0o600

/** A file that exists, or a copy that is damaged. */
export class BackupRefused extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'BackupRefused'
  }
}

interface BackupOptions {
  /** The file to write. It must not exist. */
  to: string
  now: Date
  /** Marks the copy, so that a server which opens it sends nothing until the lost time was compared with the exchanges. */
  mark(copy: Kysely<Tables>): Promise<void>
  /** Returns false if the copy is complete, but an operator has to look into it. Then the age of the last backup stays. */
  check(copy: Kysely<Tables>): Promise<boolean>
}

/** Returns the size in bytes. Reads one snapshot, so servers write meanwhile. Throws BackupRefused, and what `mark` and `check` throw. */
export async function writeBackup(source: Database, { to, now, mark, check }: BackupOptions): Promise<number> {
  if (existsSync(to)) throw new BackupRefused(`${to} exists. A backup replaces no file.`)
  const part = `${to}.${randomUUID()}.part`
  closeSync(openSync(part, 'wx', fileMode))
  try {
    await sql`vacuum into ${part}`.execute(source.query)
    const isIntact = await complete(part, { now, mark, check })
    synchronize(part)
    const { size } = statSync(part)
    nameFile(part, to)
    synchronize(dirname(to))
    if (isIntact) await recordBackup(source.query, now)
    return size
  } finally {
    rmSync(part, { force: true })
  }
}

async function complete(part: string, { now, mark, check }: Omit<BackupOptions, 'to'>): Promise<boolean> {
  const copy = new Kysely<Tables>({ dialect: new EmbeddedDialect({ database: new Sqlite(part) }) })
  try {
    await mark(copy)
    await recordBackup(copy, now)
    const integrity = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(copy)
    const damage = integrity.rows.map((row) => row.integrity_check).filter((text) => text !== 'ok')
    if (damage.length > 0) throw new BackupRefused(`The database is damaged: ${damage.slice(0, 5).join('; ')}`)
    const keys = await sql<{ table: string }>`pragma foreign_key_check`.execute(copy)
    const tables = new Set(keys.rows.map((row) => row.table))
    if (tables.size > 0) throw new BackupRefused(`Rows refer to rows that are missing, in ${[...tables].join(', ')}.`)
    return await check(copy)
  } finally {
    await copy.destroy()
  }
}

function synchronize(path: string): void {
  const descriptor = openSync(path, 'r')
  fsyncSync(descriptor)
  closeSync(descriptor)
}

/** A link, because it never replaces a file. Some network file systems have none. */
function nameFile(part: string, to: string): void {
  try {
    linkSync(part, to)
  } catch {
    if (existsSync(to)) throw new BackupRefused(`${to} exists. A backup replaces no file.`)
    renameSync(part, to)
  }
}
