import { userName } from './audited-command.ts'
import { UsageError } from './command.ts'

/** The system user's name, which the timeline stores if the command names no operator. */
export function requiredOperatorName(): string {
  const name = userName()
  if (name === null) throw new UsageError('--operator is required, because the system user has no name.')
  return name
}
