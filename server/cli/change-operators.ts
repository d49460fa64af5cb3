import type { Changing } from '../console/change-operators.ts'
import { auditedCommand } from './audited-command.ts'
import type { Terminal } from './command.ts'
import { withStorage } from './with-storage.ts'

/** Runs a change of operators or their sessions with its audit entry. */
export function changeOperators<Result>(
  terminal: Terminal,
  work: (changing: Changing) => Promise<Result>,
): Promise<Result> {
  const now = () => new Date()
  return withStorage(terminal, (database) =>
    auditedCommand(terminal, { database, now }, (inside, record) =>
      work({ query: inside.database.query, now: now(), record }),
    ),
  )
}
