import type { ConsoleErrorBody } from '../../../server/contract/console/errors.ts'

/** A request that failed. `status` is 0 if there was no response. */
export class ConsoleApiError extends Error {
  readonly errorType: string
  readonly field: string | undefined
  readonly status: number

  constructor({ errorType, message, field }: ConsoleErrorBody, status: number) {
    super(message)
    this.name = 'ConsoleApiError'
    this.errorType = errorType
    this.field = field
    this.status = status
  }

  /** Whether the same request can succeed later without a change by the operator. */
  get isTemporary(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500
  }
}
