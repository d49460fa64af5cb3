// The code that a withdrawal requires: the method that sends it, and sending it again.

import { type CodeMethod, codeLength, codeMethods, sendCode } from './codes.ts'
import type { ExchangeDatabase } from './database.ts'
import { ExchangeError } from './exchange-error.ts'
import type { Outbox } from './outbox.ts'

export interface WithdrawalCodes {
  /** Records that this order requires a code. Returns the error, which names the method. */
  request(accountId: string, clientId: string): ExchangeError
  isRequested(accountId: string, clientId: string): boolean
  /** Sends the code again, or by another method. Throws bad_request, not_found. */
  resend(accountId: string, clientId: string, kind: string | null): Record<string, unknown>
}

export function createWithdrawalCodes(database: ExchangeDatabase, outbox: Outbox): WithdrawalCodes {
  const read = database.prepare<[string, string], { method: string }>(
    'select method from withdrawal_code where account_id = ? and client_id = ?',
  )
  const write = database.prepare(
    `insert into withdrawal_code values (?, ?, ?)
     on conflict (account_id, client_id) do update set method = excluded.method`,
  )
  const methodOf = (accountId: string, clientId: string) => read.get(accountId, clientId)?.method
  return {
    request: (accountId, clientId) => {
      const method = methodOf(accountId, clientId) ?? 'totp'
      write.run(accountId, clientId, method)
      return new ExchangeError(402, 'code_required', 'Enter the code.').with(detailsOf(method))
    },
    isRequested: (accountId, clientId) => methodOf(accountId, clientId) !== undefined,
    resend: (accountId, clientId, kind) => {
      const method = kind ?? methodOf(accountId, clientId) ?? 'totp'
      sendCode(outbox, method, 'It confirms a withdrawal.')
      write.run(accountId, clientId, method)
      return detailsOf(method)
    },
  }
}

function detailsOf(kind: string): { method: string; methods: CodeMethod[]; to: string; length: number } {
  const to = codeMethods.find((method) => method.kind === kind)?.to ?? ''
  return { method: kind, methods: codeMethods, to, length: codeLength }
}
