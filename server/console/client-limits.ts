// The limits of one client as its page shows them: its own, those of all clients, and what applies.

import type { ClientLimit } from '../contract/console/clients.ts'
import { type LimitName, limitNames } from '../contract/limit-names.ts'
import type { Query } from '../storage/storage.ts'
import { dayOf, usageOf } from '../transfers/daily-usage.ts'
import { describeLimitValue } from '../transfers/limit-value.ts'
import { limitOff, limitsOf, listLimits } from '../transfers/operator-limits.ts'

export async function clientLimits(query: Query, clientId: string, now: Date): Promise<ClientLimit[]> {
  const set = await listLimits(query, clientId)
  const setValue = (name: LimitName, of: string | null) =>
    set.find((limit) => limit.name === name && limit.clientId === of)?.value ?? null
  const used = await usedToday(query, clientId, now)
  return limitNames.map((name) => {
    const [own, ofAll] = [setValue(name, clientId), setValue(name, null)]
    const value = own ?? ofAll
    const inForce = value === null || value === limitOff ? null : describe(name, value)
    return { name, own, ofAll, inForce, usedToday: inForce === null ? null : (used[name] ?? null) }
  })
}

async function usedToday(query: Query, clientId: string, now: Date): Promise<Partial<Record<LimitName, string>>> {
  const limits = await limitsOf(query, clientId)
  // Transfers are counted only for a limit of the client.
  if (limits === null || (limits.client.transfers === null && limits.client.fiat === null)) return {}
  const { transfers, fiat } = await usageOf(query, { clientId, userId: null, day: dayOf(now) })
  return { 'transfers-per-client': String(transfers), 'usd-per-client': dollars(fiat.toString()) }
}

function describe(name: LimitName, value: string): string {
  return name === 'usd-per-client' || name === 'usd-per-user'
    ? `${dollars(value)} a day`
    : describeLimitValue(name, value)
}

/** Intl reads a decimal text digit by digit. */
function dollars(amount: string): string {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(
    amount as Intl.StringNumericLiteral,
  )
}
