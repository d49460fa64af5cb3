/** The response to a refused call: an HTTP status and `{error: {code, message, ...details}}`. */
export class ExchangeError extends Error {
  readonly status: number
  readonly code: string
  readonly details: Record<string, unknown>

  constructor(status: number, code: string, message: string, details: Record<string, unknown> = {}) {
    super(message)
    this.status = status
    this.code = code
    this.details = details
  }
}

export function badRequest(message: string): ExchangeError {
  return new ExchangeError(400, 'bad_request', message)
}
