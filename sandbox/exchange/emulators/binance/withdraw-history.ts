// Binance's lists of withdrawals, newest first, within a time window. Orders with a questionnaire are only in the local entity's
// list.

import { json, type RouteResponse } from '../../http.ts'
import { corruptListing } from '../corrupt-listing.ts'
import { parameter } from '../emulator.ts'
import { findWithdrawals, type ListedWithdrawal } from '../find-withdrawals.ts'
import { binanceError } from './authenticate.ts'
import { optionalNumber, type SignedCall } from './context.ts'
import { wordsFor } from './networks.ts'
import { amountText } from './places.ts'
import { localLabel, travelRuleId, wireId } from './withdraw.ts'

const numbers: Record<ListedWithdrawal['status'], number> = {
  canceled: 1,
  pending: 2,
  sent: 4,
  failed: 5,
  completed: 6,
  odd: 9,
}
const dayMs = 86_400_000
const maxRows = 1000

export function listWithdrawals(signedCall: SignedCall): RouteResponse {
  const rows = found(signedCall, ({ label }) => label !== localLabel).map(onTheWire)
  const status = optionalNumber(signedCall, 'status')
  const ids = parameter(signedCall.parameters, 'idList')?.split(',')
  return json(
    rows.filter(
      (row) => (status === undefined || row.status === status) && (ids === undefined || ids.includes(row.id)),
    ),
  )
}

export function listLocalWithdrawals(signedCall: SignedCall): RouteResponse {
  const rows = found(signedCall, ({ label }) => label === localLabel).map((withdrawal) => {
    const { id, status, ...row } = onTheWire(withdrawal)
    return { ...row, id, trId: travelRuleId(withdrawal.id), withdrawalStatus: status, travelRuleStatus: 0 }
  })
  const ids = parameter(signedCall.parameters, 'trId')?.split(',')
  return json(rows.filter(({ trId }) => ids === undefined || ids.includes(String(trId))))
}

/** Throws window_too_long. */
function found(signedCall: SignedCall, isListed: (withdrawal: ListedWithdrawal) => boolean): ListedWithdrawal[] {
  const { context, key, parameters, call } = signedCall
  const reference = parameter(parameters, 'withdrawOrderId') ?? undefined
  call.reference = reference ?? ''
  const now = context.now()
  const longest = (reference === undefined ? 90 : 7) * dayMs
  const to = optionalNumber(signedCall, 'endTime')
  const from = optionalNumber(signedCall, 'startTime') ?? (to ?? now) - longest
  if ((to ?? now) - from > longest || from > (to ?? now)) throw binanceError('window_too_long')
  const asset = parameter(parameters, 'coin') ?? undefined
  const limit = Math.min(optionalNumber(signedCall, 'limit') ?? maxRows, maxRows)
  const offset = optionalNumber(signedCall, 'offset') ?? 0
  const requested = { accountId: key.accountId, asset, reference, from, to, limit: Number.MAX_SAFE_INTEGER }
  const listed = findWithdrawals(context.exchange.database, requested).filter(isListed)
  return corruptListing(listed.slice(offset, offset + limit), call.faults, now)
}

function onTheWire(withdrawal: ListedWithdrawal) {
  const { asset, network, status } = withdrawal
  return {
    id: wireId(withdrawal.id),
    amount: amountText(withdrawal.units, asset),
    transactionFee: amountText(withdrawal.fee, asset),
    coin: asset.symbol,
    status: numbers[status],
    address: withdrawal.address,
    ...(withdrawal.tag === '' ? {} : { addressTag: withdrawal.tag }),
    txId: withdrawal.isInternal ? internalTransferText(withdrawal) : withdrawal.hash,
    applyTime: timeText(withdrawal.createdAt),
    network: wordsFor(network).id,
    transferType: withdrawal.isInternal ? 1 : 0,
    ...(withdrawal.reference === '' ? {} : { withdrawOrderId: withdrawal.reference }),
    info: withdrawal.reason,
    confirmNo: { completed: 3, sent: 1 }[status as string] ?? 0,
    walletType: 0,
    txKey: '',
    ...(status === 'completed' ? { completeTime: timeText(withdrawal.updatedAt) } : {}),
  }
}

/** Binance writes either text in place of a hash. */
function internalTransferText({ id }: ListedWithdrawal): string {
  const number = Number.parseInt(id.slice(0, 8), 16)
  return `${number % 2 === 0 ? 'Internal' : 'Off-chain'} transfer ${number}`
}

/** In UTC, without a time zone. */
function timeText(at: number): string {
  return new Date(at).toISOString().slice(0, 19).replace('T', ' ')
}
