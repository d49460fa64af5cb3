// Kraken's list of withdrawals, newest first. With a `cursor` it is paged.

import { networksFor } from '../../assets.ts'
import { badRequest } from '../../exchange-error.ts'
import type { RouteResponse } from '../../http.ts'
import { corruptListing } from '../corrupt-listing.ts'
import { fixedDecimals } from '../decimals.ts'
import { parameter } from '../emulator.ts'
import { findWithdrawals, type ListedWithdrawal } from '../find-withdrawals.ts'
import { idOf, placesOf } from './assets.ts'
import type { SignedCall } from './context.ts'
import { result } from './errors.ts'
import { refidOf } from './funding.ts'
import { requireAsset } from './market-data.ts'
import { methodName, networkName } from './networks.ts'

const words: Record<ListedWithdrawal['status'], string> = {
  pending: 'Initial',
  sent: 'Pending',
  completed: 'Success',
  failed: 'Failure',
  canceled: 'Failure',
  odd: 'Deferred',
}
const unpagedLimit = 500
const highestLimit = 500
const defaultLimit = 25

export function withdrawStatus({ context, key, form, call }: SignedCall): RouteResponse {
  const name = parameter(form, 'asset')
  const cursor = parameter(form, 'cursor')
  const isPaged = cursor !== null && !/^false$/i.test(cursor)
  const limit = isPaged ? readLimit(parameter(form, 'limit')) : unpagedLimit
  const offset = isPaged && !/^true$/i.test(cursor) ? readCursor(cursor) : 0
  const method = parameter(form, 'method')
  const found = findWithdrawals(context.exchange.database, {
    accountId: key.accountId,
    asset: name === null ? undefined : requireAsset(name).symbol,
    from: seconds(parameter(form, 'start')),
    to: seconds(parameter(form, 'end')),
    limit: limit + 1,
    offset,
  })
  const withdrawal = corruptListing(found.slice(0, limit), call.faults, context.now())
  const rows = withdrawal
    .map((each) => onTheWire(each, key.accountId))
    .filter((row) => method === null || row.method === method)
    .map(({ network, ...row }) => (call.faults.networkUnstated ? row : { ...row, network }))
  if (!isPaged) return result(rows)
  const next = found.length > limit ? Buffer.from(`after ${offset + limit}`).toString('base64') : ''
  return result({ withdrawals: rows, next_cursor: next })
}

function onTheWire(withdrawal: ListedWithdrawal, accountId: string) {
  const { asset, network, status } = withdrawal
  const listed = networksFor(asset, accountId).find((each) => each.network === network)
  const amount = (units: bigint) => fixedDecimals(units, asset.decimals, placesOf(asset))
  return {
    method: listed === undefined ? networkName(network) : methodName(asset, listed),
    network: networkName(network),
    aclass: 'currency',
    asset: idOf(asset),
    refid: refidOf(withdrawal.id),
    txid: withdrawal.hash === '' ? null : withdrawal.hash,
    info: withdrawal.address,
    amount: amount(withdrawal.units),
    fee: amount(withdrawal.fee),
    time: Math.floor(withdrawal.createdAt / 1000),
    status: withdrawal.isInReview && status === 'pending' ? 'Pending' : words[status],
    ...(withdrawal.isInReview && status === 'pending' ? { 'status-prop': 'onhold' } : {}),
    ...(status === 'canceled' ? { 'status-prop': 'canceled' } : {}),
    key: withdrawal.label,
  }
}

function readLimit(text: string | null): number {
  if (text === null) return defaultLimit
  if (!/^\d{1,4}$/.test(text)) throw badRequest('limit must be a whole number.')
  return Math.min(Math.max(Number(text), 1), highestLimit)
}

function readCursor(cursor: string): number {
  const offset = /^after (\d{1,9})$/.exec(Buffer.from(cursor, 'base64').toString())?.[1]
  if (offset === undefined) throw badRequest('The cursor is not valid.')
  return Number(offset)
}

/** Kraken accepts a Unix time with or without decimals. */
function seconds(text: string | null): number | undefined {
  if (text === null) return undefined
  if (!/^\d{1,12}(\.\d+)?$/.test(text)) throw badRequest('start and end are unix times.')
  return Math.floor(Number(text) * 1000)
}
