// Who runs a command, for the audit log.

import { hostname, userInfo } from 'node:os'
import { type Actor, type AuditedChange, type AuditFacts, appendEntry } from '../audit/audit-log.ts'
import { type AuditDeps, audited, type RecordChange } from '../audit/audited.ts'
import { inTransaction } from '../storage/storage.ts'
import type { Terminal } from './command.ts'

/** Runs a change and writes its entry in one transaction. `work` may run more than once, so it prints nothing. */
export function auditedCommand<Deps extends AuditDeps, Result>(
  terminal: Terminal,
  deps: Deps,
  work: (deps: Deps, record: RecordChange) => Promise<Result>,
): Promise<Result> {
  return audited(deps, commandActor(terminal), (database, record) => work({ ...deps, database }, record))
}

/** Writes the entry of an action that does not run in one transaction with it. */
export function recordAction(
  terminal: Terminal,
  { database, now }: AuditDeps,
  { action, target, after }: Pick<AuditedChange, 'action' | 'target'> & { after?: AuditFacts },
): Promise<void> {
  const entry = { action, target, before: null, after: after ?? null }
  return inTransaction(database, (query) => appendEntry(query, entry, { actor: commandActor(terminal), now: now() }))
}

/** The user of this machine, also behind sudo. A user without a name, as in a container, is stated by its id. */
export function commandActor({ environment }: Pick<Terminal, 'environment'>): Actor {
  const user = userName() ?? `user ${process.getuid?.() ?? ''}`.trim()
  const { SUDO_USER: behind } = environment
  return { name: behind === undefined || behind === user ? user : `${behind} as ${user}`, origin: hostname() }
}

/** Null if the user of this machine has none. */
export function userName(): string | null {
  try {
    return userInfo().username
  } catch {
    return null
  }
}
