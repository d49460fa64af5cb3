// Commits the transactions that wait for each other together. A commit waits for the disk, which takes longer than the statements of most
// transactions, so many of them share one wait.
//
// The members of a group run one after another in one transaction, each from a savepoint. A member succeeds only after the commit. A
// rolled-back one also ends only then, because it may have decided by what an earlier member wrote. If the commit fails, all fail.

import type { SqliteDatabase } from 'kysely'
import type { Turns } from './turns.ts'

/** Of better-sqlite3. */
export interface EmbeddedDatabase extends SqliteDatabase {
  /** Whether a transaction is open. */
  readonly inTransaction: boolean
}

/** Bounds how long the first member waits for the others, and how long single statements wait. */
const maximumMembers = 16

interface Group {
  members: number
  readonly committed: PromiseWithResolvers<void>
  /** The last error of a statement in it. */
  lastError: unknown
}

export class GroupCommit {
  private readonly database: EmbeddedDatabase
  private readonly turns: Turns
  private group: Group | null = null

  constructor(database: EmbeddedDatabase, turns: Turns) {
    this.database = database
    this.turns = turns
  }

  /** Waits for a turn. Then begins a group, or joins the open one. */
  async begin(): Promise<void> {
    await this.turns.begin('transaction')
    try {
      // The first member needs no savepoint: if it is rolled back, no other has joined.
      if (this.group !== null) this.run('savepoint member')
      // Every transaction begins with the write lock. Otherwise one that reads first may find the database changed when it writes.
      else this.run('begin immediate')
    } catch (error) {
      this.group?.committed.reject(error)
      this.close()
      throw error
    }
    this.group ??= newGroup()
    this.group.members += 1
  }

  /** Remembers why SQLite may end the transaction by itself. */
  noteError(error: unknown): void {
    if (this.group !== null) this.group.lastError = error
  }

  /** Throws if SQLite has rolled the transaction back by itself, as on a full disk. A later statement would be committed alone. */
  requireOpen(): void {
    if (this.database.inTransaction) return
    throw this.group?.lastError ?? new Error('The transaction has ended.')
  }

  /** Resolves after the commit of the group. */
  async commit(): Promise<void> {
    await this.endMember(['release member'])
  }

  /** Undoes the changes of this member. Throws if the group fails. */
  async rollback(): Promise<void> {
    if (this.group?.members === 1) this.close()
    else await this.endMember(['rollback to member', 'release member'])
  }

  private endMember(statements: readonly string[]): Promise<void> {
    const { group } = this
    if (group === null) throw new Error('No transaction is open.')
    try {
      this.requireOpen()
      if (group.members > 1) for (const statement of statements) this.run(statement)
      if (group.members < maximumMembers && this.turns.passToTransaction()) return group.committed.promise
      this.run('commit')
      group.committed.resolve()
    } catch (error) {
      group.committed.reject(error)
    }
    this.close()
    return group.committed.promise
  }

  private close(): void {
    this.group = null
    try {
      if (this.database.inTransaction) this.run('rollback')
    } finally {
      this.turns.end()
    }
  }

  private run(statement: string): void {
    this.database.prepare(statement).run([])
  }
}

function newGroup(): Group {
  const group: Group = { members: 0, committed: Promise.withResolvers(), lastError: null }
  // Every member waits for it, except one whose savepoint fails.
  group.committed.promise.catch(() => {})
  return group
}
