// One thing that the database must do. A check that fails never ends the others.

import { type RawBuilder, sql } from 'kysely'
import type { Session } from '../../storage/two-sessions.ts'
import { type CheckResult, failed, passed } from './check-result.ts'

interface Attempt {
  /** What the database does, as a sentence. */
  works: string
  /** The same for a database that does not. */
  fails: string
  fix: string
  /** Returns whether the database did it. An error also means that it did not. */
  attempt(): Promise<boolean>
}

export const needsPostgres =
  'Use PostgreSQL 12 or newer, or an engine that behaves the same: see operate/high-availability in the documentation.'

export async function check({ works, fails, fix, attempt }: Attempt): Promise<CheckResult> {
  try {
    return (await attempt()) ? passed(works) : failed(fails, fix)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return failed(`${fails.replace(/\.$/, '')}: ${reason}.`, fix)
  }
}

export async function rowsOf<Row>(session: Session, statement: RawBuilder<Row>): Promise<Row[]> {
  return (await statement.execute(session)).rows
}

/** The SQLSTATE with which the statement fails, or null if it succeeds. */
export async function sqlStateOf(session: Session, statement: RawBuilder<unknown>): Promise<string | null> {
  try {
    await statement.execute(session)
    return null
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : 'none'
  }
}

export const begin = (session: Session) => sql`begin isolation level read committed`.execute(session)
export const commit = (session: Session) => sql`commit`.execute(session)
/** Also succeeds without a transaction. */
export const rollBack = (session: Session) => sql`rollback`.execute(session)
