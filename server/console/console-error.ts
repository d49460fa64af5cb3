import { type ConsoleErrorType, consoleErrors } from '../contract/console/errors.ts'

export class ConsoleError extends Error {
  readonly type: ConsoleErrorType
  readonly field: string | undefined

  /** `message`: a sentence that says more than the usual one. */
  constructor(type: ConsoleErrorType, { message, field }: { message?: string; field?: string } = {}) {
    super(message ?? consoleErrors[type].message)
    this.name = 'ConsoleError'
    this.type = type
    this.field = field
  }
}
