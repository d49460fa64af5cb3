/** The response to a refused call: an HTTP status and `{error: {code, message, ...details}}`. */
export class ExchangeError extends Error {
  readonly status: number
  readonly code: string
  details: Readonly<Record<string, unknown>> = {}

  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }

  with(details: Record<string, unknown>): this {
    this.details = details
    return this
  }
}

export function badRequest(message: string): ExchangeError {
  return new ExchangeError(400, 'bad_request', message)
}
