// Binance's lists of withdrawals: the newest first, inside a window of time. What was ordered with a questionnaire is in the list of
// the local entity alone.

import { type Answer, json } from '../../http.ts'
import { tell } from '../corrupt-listing.ts'
import { parameter } from '../emulator.ts'
import { findWithdrawals, type Told } from '../find-withdrawals.ts'
import { refusal } from './authenticate.ts'
import { type Asked, optionalNumber } from './context.ts'
import { wordsFor } from './networks.ts'
import { amountText } from './places.ts'
import { localLabel, travelRuleId, wireId } from './withdraw.ts'

const numbers: Record<Told['status'], number> = { canceled: 1, pending: 2, sent: 4, failed: 5, completed: 6, odd: 9 }
const dayMs = 86_400_000
const mostRows = 1000

export function listWithdrawals(asked: Asked): Answer {
  const rows = found(asked, ({ label }) => label !== localLabel).map(onTheWire)
  const status = optionalNumber(asked, 'status')
  const ids = parameter(asked.parameters, 'idList')?.split(',')
  return json(
    rows.filter(
      (row) => (status === undefined || row.status === status) && (ids === undefined || ids.includes(row.id)),
    ),
  )
}

export function listLocalWithdrawals(asked: Asked): Answer {
  const rows = found(asked, ({ label }) => label === localLabel).map((told) => {
    const { id, status, ...row } = onTheWire(told)
    return { ...row, id, trId: travelRuleId(told.id), withdrawalStatus: status, travelRuleStatus: 0 }
  })
  const ids = parameter(asked.parameters, 'trId')?.split(',')
  return json(rows.filter(({ trId }) => ids === undefined || ids.includes(String(trId))))
}

/** Throws window_too_long. */
function found(asked: Asked, isListed: (told: Told) => boolean): Told[] {
  const { context, key, parameters, call } = asked
  const reference = parameter(parameters, 'withdrawOrderId') ?? undefined
  call.reference = reference ?? ''
  const now = context.now()
  const longest = (reference === undefined ? 90 : 7) * dayMs
  const to = optionalNumber(asked, 'endTime')
  const from = optionalNumber(asked, 'startTime') ?? (to ?? now) - longest
  if ((to ?? now) - from > longest || from > (to ?? now)) throw refusal('window_too_long')
  const asset = parameter(parameters, 'coin') ?? undefined
  const limit = Math.min(optionalNumber(asked, 'limit') ?? mostRows, mostRows)
  const offset = optionalNumber(asked, 'offset') ?? 0
  const wanted = { accountId: key.accountId, asset, reference, from, to, limit: Number.MAX_SAFE_INTEGER }
  const listed = findWithdrawals(context.exchange.database, wanted).filter(isListed)
  return tell(listed.slice(offset, offset + limit), call.faults, now)
}

function onTheWire(told: Told) {
  const { asset, network, status } = told
  return {
    id: wireId(told.id),
    amount: amountText(told.units, asset),
    transactionFee: amountText(told.fee, asset),
    coin: asset.symbol,
    status: numbers[status],
    address: told.address,
    ...(told.tag === '' ? {} : { addressTag: told.tag }),
    txId: told.isInternal ? insideText(told) : told.hash,
    applyTime: timeText(told.createdAt),
    network: wordsFor(network).id,
    transferType: told.isInternal ? 1 : 0,
    ...(told.reference === '' ? {} : { withdrawOrderId: told.reference }),
    info: told.reason,
    confirmNo: { completed: 3, sent: 1 }[status as string] ?? 0,
    walletType: 0,
    txKey: '',
    ...(status === 'completed' ? { completeTime: timeText(told.updatedAt) } : {}),
  }
}

/** Both words are seen in place of a hash. */
function insideText({ id }: Told): string {
  const number = Number.parseInt(id.slice(0, 8), 16)
  return `${number % 2 === 0 ? 'Internal' : 'Off-chain'} transfer ${number}`
}

/** In UTC, without saying so. */
function timeText(at: number): string {
  return new Date(at).toISOString().slice(0, 19).replace('T', ' ')
}
