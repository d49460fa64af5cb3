// Refuses transfers over the operator's limits: at preview, where it is advice, and at execute, in the transaction that spends the
// preview. Only there a concurrent execute cannot exceed a limit.

import type { Account } from '../accounts/accounts.ts'
import { Amount } from '../contract/amount.ts'
import type { Destination } from '../contract/destination.ts'
import { ApiError } from '../contract/errors.ts'
import { isSelfCustody } from '../exchanges/registry.ts'
import type { NetworkCatalogue } from '../networks/catalogue.ts'
import { requireNetwork } from '../risk/risk-check.ts'
import type { Query } from '../storage/storage.ts'
import { isAllowed, placeAt, refuseUnlisted } from './allowed-destinations.ts'
import { type DailyUsage, dayOf, endOf, lockUsage, storeUsage, type UsageKey, usageOf } from './daily-usage.ts'
import { firstSeen, noteDestination, type RequestedPlace, refuseCoolingDown } from './known-destinations.ts'
import { type ClientLimits, type DailyLimit, limitsOf } from './operator-limits.ts'
import type { Preview } from './preview-store.ts'
import type { TransferDeps } from './transfer-deps.ts'
import type { Transfer } from './transfer-store.ts'

interface ProposedTransfer {
  account: Account
  /** In canonical spelling. */
  destination: Destination
  amountInFiat: Amount
  /** In a link session, the app has fixed the destinations. */
  inLink: boolean
}

const field = 'ToAddress'

/**
 * For a preview. Starts the cool-down of a new destination. Throws `destinationNotAllowed`, `destinationCoolingDown` and
 * `limitExceeded`.
 */
export async function checkLimits(deps: TransferDeps, proposed: ProposedTransfer): Promise<void> {
  const { account, destination, amountInFiat, inLink } = proposed
  const { clientId, userId } = account
  const { query } = deps.database
  const limits = await limitsOf(query, clientId)
  if (limits === null) return
  const place = placeAt(requireNetwork(deps.networks, destination.networkId, 'NetworkId'), destination)
  if (limits.usesAllowList) await refuseUnlisted(query, clientId, { place, field })
  // A wallet sends by itself, so its transfers are not limited.
  if (isSelfCustody(account.exchange.type)) return
  const now = deps.now()
  if (limits.coolDown !== null && !inLink && !(await isAllowed(query, clientId, place))) {
    const seenAt = await noteDestination(query, { ...place, clientId, userId }, now)
    refuseCoolingDown(seenAt, { coolDown: limits.coolDown, now, field })
  }
  const day = dayOf(now)
  for (const [key, daily] of limitedKeys(limits, { clientId, userId, day }))
    refuseExceeding(await usageOf(query, key), { key, daily, amountInFiat, inLink })
}

interface ReservedTransfer {
  preview: Preview
  transfer: Transfer
  now: Date
}

/**
 * For an execute, as the last step of its transaction: it locks the day's usage of the client. Counts the transfer once, however often it
 * is sent. Throws the errors of `checkLimits`, and `noPrice` for a transfer whose value is not known.
 */
export async function enforceLimits(
  { networks }: Pick<TransferDeps, 'networks'>,
  query: Query,
  { preview, transfer, now }: ReservedTransfer,
): Promise<void> {
  const { clientId, userId, terms } = transfer
  const limits = await limitsOf(query, clientId)
  if (limits === null) return
  const inLink = preview.sessionId !== null
  const place = placeOf(networks, preview)
  if (limits.usesAllowList) await refuseUnlisted(query, clientId, { place, field })
  if (limits.coolDown !== null && !inLink)
    await refuseNew(query, { ...place, clientId, userId }, { coolDown: limits.coolDown, now })
  const keys = limitedKeys(limits, { clientId, userId, day: dayOf(now) })
  if (keys.length === 0) return
  const { client_counted_on, user_counted_on } = await query
    .selectFrom('transfer')
    .select(['client_counted_on', 'user_counted_on'])
    .where('id', '=', transfer.id)
    .executeTakeFirstOrThrow()
  for (const [key, daily] of keys) {
    if ((key.userId === null ? client_counted_on : user_counted_on) !== null) continue
    const usage = await lockUsage(query, key)
    const { amountInFiat, symbol } = terms
    if (amountInFiat === null) throw new ApiError('noPrice', { symbol })
    refuseExceeding(usage, { key, daily, amountInFiat, inLink })
    await storeUsage(query, key, added(usage, amountInFiat))
    const counted = key.userId === null ? { client_counted_on: key.day } : { user_counted_on: key.day }
    await query.updateTable('transfer').set(counted).where('id', '=', transfer.id).execute()
  }
}

/** For a wallet: it sends by itself, so only the allow-list applies. `destination` is in canonical spelling. */
export async function enforceAllowList(
  { networks }: Pick<TransferDeps, 'networks'>,
  query: Query,
  { clientId, destination, field }: { clientId: string; destination: Omit<Destination, 'symbol'>; field: string },
): Promise<void> {
  const limits = await limitsOf(query, clientId)
  if (!limits?.usesAllowList) return
  const network = requireNetwork(networks, destination.networkId, field)
  await refuseUnlisted(query, clientId, { place: placeAt(network, destination), field })
}

/** An allowed destination is not new. */
async function refuseNew(
  query: Query,
  requested: RequestedPlace,
  { coolDown, now }: { coolDown: number; now: Date },
): Promise<void> {
  if (await isAllowed(query, requested.clientId, requested)) return
  // Without a row, the preview is older than the cool-down. The next preview starts it.
  refuseCoolingDown((await firstSeen(query, requested)) ?? now, { coolDown, now, field })
}

function placeOf(networks: NetworkCatalogue, { terms }: Preview) {
  const { networkId, toAddress: address, addressTag } = terms
  return placeAt(requireNetwork(networks, networkId, 'NetworkId'), { address, addressTag })
}

/** The usage that has a limit. In this order, so that two executes lock it in the same order. */
function limitedKeys(
  { client, user }: ClientLimits,
  { clientId, userId, day }: { clientId: string; userId: string; day: number },
): (readonly [UsageKey, DailyLimit])[] {
  const keys = [
    [{ clientId, userId: null, day }, client],
    [{ clientId, userId, day }, user],
  ] as const
  return keys.filter(([, { transfers, fiat }]) => transfers !== null || fiat !== null)
}

function added({ transfers, fiat }: DailyUsage, amountInFiat: Amount): DailyUsage {
  return { transfers: transfers + 1, fiat: fiat.add(amountInFiat) }
}

/** A page of a link does not learn what the client sends for its other users. */
function refuseExceeding(
  usage: DailyUsage,
  { key, daily, amountInFiat, inLink }: { key: UsageKey; daily: DailyLimit; amountInFiat: Amount; inLink: boolean },
): void {
  const per = key.userId === null ? 'client' : 'user'
  const next = added(usage, amountInFiat)
  const until = endOf(key.day).toISOString()
  const exceeded = (measure: 'transfers' | 'usd', maximum: string, remaining: string) => {
    const values = inLink && per === 'client' ? {} : { maximum, remaining }
    return new ApiError('limitExceeded', { limit: `${measure}-per-${per}`, per, until, ...values })
  }
  const { transfers, fiat } = daily
  if (transfers !== null && next.transfers > transfers)
    throw exceeded('transfers', String(transfers), String(Math.max(0, transfers - usage.transfers)))
  if (fiat !== null && next.fiat.isGreaterThan(fiat)) {
    const left = Amount.max(Amount.zero, fiat.subtract(usage.fiat)).round(2, 'down')
    throw exceeded('usd', fiat.toString(), left.toString())
  }
}
