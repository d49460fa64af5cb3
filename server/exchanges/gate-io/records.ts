// Gate's withdrawal records. Amounts include the fee. A withdrawal is found by our reference without its hyphens.

import * as z from 'zod'
import { Amount } from '../../contract/amount.ts'
import { ExchangeFailure } from '../exchange-failure.ts'
import { chainHash, statedTag, stateGivenHash } from '../kit/catalogue-tokens.ts'
import type { ExchangeCalls } from '../kit/exchange-calls.ts'
import { AmountText, AnyText, SecondsTime, ShortText } from '../kit/response-parts.ts'
import { compactReference, entryOf } from '../kit/tables.ts'
import type { ExchangeTools } from '../kit/tools.ts'
import type { Credentials } from '../sign-in.ts'
import type { Withdrawal } from '../withdrawal.ts'
import { networkKeys, stateOf } from './tables.ts'
import { AnyUpperText, UpperText } from './text.ts'

const Row = z.object({
  id: ShortText,
  currency: UpperText,
  address: AnyText,
  memo: AnyText.nullish(),
  amount: AmountText,
  fee: AmountText.nullish(),
  txid: AnyText.nullish(),
  chain: AnyUpperText.nullish(),
  timestamp: SecondsTime,
  status: ShortText,
  withdraw_order_id: AnyText.nullish(),
  block_number: AnyText.nullish(),
})
type Row = z.infer<typeof Row>
// Gate documents the list as the first element of another list.
const Rows = z.union([z.array(Row), z.tuple([z.array(Row)]).transform(([rows]) => rows)])

const pageSize = 100
const mostPages = 50
const dayMs = 86_400_000
const windowMs = 30 * dayMs - 1_000

interface GateIoRecords {
  byId(credentials: Credentials, withdrawalId: string): Promise<Withdrawal | undefined>
  byReference(credentials: Credentials, clientReference: string, since: Date): Promise<Withdrawal | undefined>
  list(credentials: Credentials, since: Date): Promise<Withdrawal[]>
}

export function gateIoRecords(tools: ExchangeTools, calls: ExchangeCalls): GateIoRecords {
  const read = (credentials: Credentials, params: Record<string, string>) =>
    calls.read(Rows, { endpoint: 'GET /api/v4/wallet/withdrawals', params, credentials })

  return {
    async byId(credentials, withdrawalId) {
      const rows = await read(credentials, { withdraw_id: withdrawalId })
      const row = rows.find(({ id }) => id === withdrawalId)
      // Other rows show that Gate ignored the filter.
      if (row === undefined && rows.length > 0) throw new ExchangeFailure('unavailable')
      return row === undefined ? undefined : gateIoWithdrawal(tools, row)
    },
    async byReference(credentials, clientReference, since) {
      const reference = compactReference(clientReference)
      const rows = await read(credentials, { withdraw_order_id: reference, ...windowSince(tools, since) })
      const ids = new Set(rows.map(({ id }) => id))
      if (ids.size > 1 || rows.some((row) => row.withdraw_order_id !== reference)) {
        throw new ExchangeFailure('unavailable')
      }
      return rows.map((row) => ({ ...gateIoWithdrawal(tools, row), clientReference }))[0]
    },
    async list(credentials, since) {
      const rows = new Map<string, Row>()
      for (let page = 0; page < mostPages; page++) {
        const part = { limit: String(pageSize), offset: String(page * pageSize) }
        const next = await read(credentials, { ...windowSince(tools, since), ...part })
        for (const row of next) rows.set(row.id, row)
        if (next.length < pageSize) return [...rows.values()].map((row) => gateIoWithdrawal(tools, row))
      }
      throw new ExchangeFailure('unavailable')
    },
  }
}

/** In seconds. Gate refuses more than thirty days. */
function windowSince(tools: ExchangeTools, since: Date): { from: string; to: string } {
  const from = since.getTime()
  const to = Math.min(from + windowMs, Math.max(from + dayMs, tools.now().getTime()))
  return { from: String(Math.floor(from / 1_000)), to: String(Math.floor(to / 1_000)) }
}

/** A recipient at Gate gets the whole order, because no fee is charged. So the sum of amount and fee identifies an order. */
function gateIoWithdrawal(tools: ExchangeTools, row: Row): Withdrawal {
  const chain = row.chain ?? ''
  const networkKey = entryOf(networkKeys, chain) ?? ''
  const isInternal = /^internal/i.test(row.txid ?? '')
  const isFeeUnstated = (row.fee ?? null) === null
  const hash = isInternal ? '' : chainHash(tools, networkKey, row.txid)
  return {
    id: row.id,
    clientReference: row.withdraw_order_id ?? '',
    symbol: row.currency,
    networkKey: chain === '' ? null : networkKey,
    address: row.address || null,
    addressTag: statedTag(tools, networkKey, row.memo),
    amount: row.amount.subtract(row.fee ?? Amount.zero),
    charged: row.amount,
    ...(isInternal ? { isInternal } : isFeeUnstated ? { isFeeUnstated } : {}),
    state: stateGivenHash(hash, stateOf(row.status, isInternal ? null : (row.block_number ?? null))),
    hash,
    createdAt: row.timestamp,
  }
}
