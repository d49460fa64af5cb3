// One code is correct, one has always expired, and all others are wrong, so that every attempt has a predictable result.

import { maskedMail } from './approvals.ts'
import { badRequest, ExchangeError } from './exchange-error.ts'
import type { Outbox } from './outbox.ts'

export const rightCode = '123456'
export const expiredCode = '111111'
export const codeLength = 6

/** Throws code_expired, wrong_code. */
export function checkCode(code: string, details: Record<string, unknown> = {}): void {
  if (code === expiredCode) throw new ExchangeError(410, 'code_expired', 'This code has expired.')
  if (code !== rightCode) throw new ExchangeError(401, 'wrong_code', 'This code is wrong.').with(details)
}

export interface CodeMethod {
  kind: string
  /** Masked; '' for an authenticator. */
  to: string
}

export const codeMethods: CodeMethod[] = [
  { kind: 'totp', to: '' },
  { kind: 'sms', to: '•••• 4321' },
  { kind: 'email', to: maskedMail },
]

/** Sends the code by this method. An authenticator requires no message. Throws bad_request. */
export function sendCode(outbox: Outbox, kind: string, what: string): CodeMethod {
  const method = codeMethods.find((each) => each.kind === kind)
  if (method === undefined) throw badRequest('kind must be totp, sms or email.')
  const text = `${rightCode} is your Sandbox Exchange code. ${what}`
  if (kind !== 'totp') outbox.send({ kind, recipient: method.to, text, code: rightCode })
  return method
}
