// Restrictions on withdrawals, and how they are lifted: verification, and the hold after sign-in on a new device.

import type { ExchangeDatabase } from './database.ts'
import { ExchangeError } from './exchange-error.ts'
import type { Login } from './logins.ts'

export interface Restrictions {
  /** Throws verification_required. */
  requireVerified(login: Login): void
  /** The end of the hold, or null. The hold begins when it is first read. */
  heldUntil(login: Login): Date | null
  /** Throws withdrawals_locked, withdrawal_hold or verification_required. */
  requireMayWithdraw(login: Login): void
  verify(login: Login): void
  endHold(login: Login): void
  isVerified(login: Login): boolean
  /** Restores the initial state. */
  reset(login: Login): void
}

const holdMs = 24 * 3_600_000

export function createRestrictions(database: ExchangeDatabase, now: () => number, pageUrl: () => string): Restrictions {
  const read = database.prepare<[string, string], { value: number }>(
    'select value from restriction where login = ? and name = ?',
  )
  const write = database.prepare(
    'insert into restriction values (?, ?, ?) on conflict (login, name) do update set value = excluded.value',
  )
  const isVerified = ({ name, mustVerify }: Login) => mustVerify !== true || read.get(name, 'verified') !== undefined
  const requireVerified = (login: Login) => {
    if (isVerified(login)) return
    const details = { page: `${pageUrl()}/verification` }
    throw new ExchangeError(403, 'verification_required', 'Finish your verification first.').with(details)
  }
  const heldUntil = ({ name, isOnHold }: Login) => {
    if (isOnHold !== true) return null
    const stored = read.get(name, 'heldUntil')?.value
    const until = stored ?? now() + holdMs
    if (stored === undefined) write.run(name, 'heldUntil', until)
    return until > now() ? new Date(until) : null
  }
  return {
    requireVerified,
    heldUntil,
    requireMayWithdraw: (login) => {
      if (login.withdrawalsLocked === true) {
        throw new ExchangeError(423, 'withdrawals_locked', 'Withdrawals of this account are locked.')
      }
      requireVerified(login)
      const until = heldUntil(login)?.toISOString()
      if (until === undefined) return
      throw new ExchangeError(
        423,
        'withdrawal_hold',
        `Withdrawals are on hold until ${until} because of a new device.`,
      ).with({ until })
    },
    verify: ({ name }) => void write.run(name, 'verified', 1),
    endHold: ({ name }) => void write.run(name, 'heldUntil', now()),
    isVerified,
    reset: ({ name }) => void database.prepare('delete from restriction where login = ?').run(name),
  }
}
