// One code is right, one has always expired, all others are wrong: what a person tries must be the same every time.

import { ExchangeError } from './exchange-error.ts'

export const rightCode = '123456'
export const expiredCode = '111111'
export const codeLength = 6

/** Throws unless the code is right. */
export function checkCode(code: string, details: Record<string, unknown> = {}): void {
  if (code === expiredCode) throw new ExchangeError(410, 'code_expired', 'This code has expired.')
  if (code !== rightCode) throw new ExchangeError(401, 'wrong_code', 'This code is wrong.', details)
}
