// Kraken's list of withdrawals: the newest first; with a `cursor` it comes in pages.

import { networksFor } from '../../assets.ts'
import { badRequest } from '../../exchange-error.ts'
import type { Answer } from '../../http.ts'
import { tell } from '../corrupt-listing.ts'
import { fixedDecimals } from '../decimals.ts'
import { parameter } from '../emulator.ts'
import { findWithdrawals, type Told } from '../find-withdrawals.ts'
import { idOf, placesOf } from './assets.ts'
import type { Asked } from './context.ts'
import { result } from './errors.ts'
import { refidOf } from './funding.ts'
import { requireAsset } from './market-data.ts'
import { methodName, networkName } from './networks.ts'

const words: Record<Told['status'], string> = {
  pending: 'Initial',
  sent: 'Pending',
  completed: 'Success',
  failed: 'Failure',
  canceled: 'Failure',
  odd: 'Deferred',
}
const unpagedLimit = 500
const highestLimit = 500
const usualLimit = 25

export function withdrawStatus({ context, key, form, call }: Asked): Answer {
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
  const told = tell(found.slice(0, limit), call.faults, context.now())
  const rows = told
    .map((each) => onTheWire(each, key.accountId))
    .filter((row) => method === null || row.method === method)
    .map(({ network, ...row }) => (call.faults.networkUnstated ? row : { ...row, network }))
  if (!isPaged) return result(rows)
  const next = found.length > limit ? Buffer.from(`after ${offset + limit}`).toString('base64') : ''
  return result({ withdrawals: rows, next_cursor: next })
}

function onTheWire(told: Told, accountId: string) {
  const { asset, network, status } = told
  const listed = networksFor(asset, accountId).find((each) => each.network === network)
  const amount = (units: bigint) => fixedDecimals(units, asset.decimals, placesOf(asset))
  return {
    method: listed === undefined ? networkName(network) : methodName(asset, listed),
    network: networkName(network),
    aclass: 'currency',
    asset: idOf(asset),
    refid: refidOf(told.id),
    txid: told.hash === '' ? null : told.hash,
    info: told.address,
    amount: amount(told.units),
    fee: amount(told.fee),
    time: Math.floor(told.createdAt / 1000),
    status: told.isInReview && status === 'pending' ? 'Pending' : words[status],
    ...(told.isInReview && status === 'pending' ? { 'status-prop': 'onhold' } : {}),
    ...(status === 'canceled' ? { 'status-prop': 'canceled' } : {}),
    key: told.label,
  }
}

function readLimit(text: string | null): number {
  if (text === null) return usualLimit
  if (!/^\d{1,4}$/.test(text)) throw badRequest('limit must be a whole number.')
  return Math.min(Math.max(Number(text), 1), highestLimit)
}

function readCursor(cursor: string): number {
  const offset = /^after (\d{1,9})$/.exec(Buffer.from(cursor, 'base64').toString())?.[1]
  if (offset === undefined) throw badRequest('This is no cursor that was given.')
  return Number(offset)
}

/** Kraken takes a unix time, with decimals if one likes. */
function seconds(text: string | null): number | undefined {
  if (text === null) return undefined
  if (!/^\d{1,12}(\.\d+)?$/.test(text)) throw badRequest('start and end are unix times.')
  return Math.floor(Number(text) * 1000)
}
