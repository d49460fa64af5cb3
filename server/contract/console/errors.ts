// Errors of the console. Its requests can also fail with errors of the API's catalogue.

export const consoleErrors = {
  signInRequired: { http: 401, message: 'Sign in to continue.' },
  codeInvalid: {
    http: 401,
    message:
      'This address was used already or has expired. Ask for a new one: transfer-link operator invite, or a restart of npm start',
  },
  signInFailed: { http: 401, message: 'The sign-in did not succeed. Try again.' },
  roleRequired: { http: 403, message: 'This requires another role.' },
  recentSignInRequired: { http: 403, message: 'Sign in again: this requires a sign-in of the last five minutes.' },
  forbiddenOrigin: { http: 403, message: 'This request did not come from the console’s own page.' },
  wrongHost: { http: 421, message: 'The console is not served under this host name. Set CONSOLE_URL to its address.' },
  notFound: { http: 404, message: 'There is no such page or entry.' },
  invalidField: { http: 400, message: 'A value is not valid.' },
  conflict: { http: 409, message: 'This has changed meanwhile. Reload the page.' },
  internalError: { http: 500, message: 'The console could not answer. The log of the server has the reason.' },
} as const

export type ConsoleErrorType = keyof typeof consoleErrors

/** The body of every error. `errorType` is one of `consoleErrors` or of the API’s catalogue. */
export interface ConsoleErrorBody {
  errorType: string
  message: string
  /** The field of the request that is not valid. */
  field?: string
}
