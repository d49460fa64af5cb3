// Bybit's list of withdrawals. It contains no reference of ours.

import * as z from 'zod'
import type { Exchange } from '../exchange.ts'
import { ExchangeFailure } from '../exchange-failure.ts'
import { chainHash, statedTag, stateGivenHash } from '../kit/catalogue-tokens.ts'
import type { ExchangeCalls } from '../kit/exchange-calls.ts'
import { AmountText, AnyText, MillisecondsTime, ShortText } from '../kit/response-parts.ts'
import { entryOf } from '../kit/tables.ts'
import type { ExchangeTools } from '../kit/tools.ts'
import type { Credentials } from '../sign-in.ts'
import type { Withdrawal } from '../withdrawal.ts'
import { networkKeys, stateOf } from './tables.ts'

const Row = z.object({
  withdrawId: ShortText,
  coin: ShortText,
  chain: AnyText,
  amount: AmountText,
  toAddress: AnyText.nullish(),
  tag: AnyText.nullish(),
  txID: AnyText.nullish(),
  status: ShortText,
  createTime: MillisecondsTime,
  withdrawType: AnyText.nullish(),
})
type Row = z.infer<typeof Row>
const Page = z.object({
  result: z.object({ rows: z.array(Row), nextPageCursor: AnyText.nullish() }),
  /** The time of the response by Bybit's clock. */
  time: MillisecondsTime.nullish(),
})

export const pageSize = 50
const mostPages = 100
const hourMs = 3_600_000
/** `endTime` is less than 30 days after `startTime`. */
const listWindowMs = 30 * 24 * hourMs - 1

/** How far the clocks of Bybit's own servers may differ. */
const serverClocksMs = 60_000
/**
 * A signed request is accepted while `server_time - recv_window <= timestamp < server_time + 1000`, both sides by Bybit's clock:
 * - An order is signed so that timestamp and window together end at its `validUntil`. From then on it is refused.
 * - A poll that is signed later than `validUntil + 1000` and accepted proves that Bybit's clock has passed `validUntil`. No clock
 *   of ours has to be right for that: a poll under a fast clock is refused as the order was.
 */
export const fenceMs = 1_000 + serverClocksMs

type Records = Pick<Exchange, 'getWithdrawal' | 'listWithdrawals'>

export function bybitRecords(tools: ExchangeTools, calls: ExchangeCalls): Records {
  async function pageOf(credentials: Credentials, params: Record<string, string>) {
    const requestedAt = tools.now().getTime()
    const { result, time } = await calls.read(Page, {
      endpoint: 'GET /v5/asset/withdraw/query-record',
      // Both on-chain and internal withdrawals.
      params: { withdrawType: '2', limit: String(pageSize), ...params },
      credentials,
    })
    // A response that is older than the request, such as a cached one, proves nothing.
    if (time && time.getTime() <= requestedAt - serverClocksMs) throw new ExchangeFailure('unavailable')
    return result
  }

  /** All rows of a time window of at most 30 days. */
  async function rowsWithin(credentials: Credentials, startMs: number, endMs: number): Promise<Row[]> {
    const window = { startTime: String(startMs), endTime: String(endMs) }
    return everyRow((cursor) => pageOf(credentials, { ...window, ...cursor }))
  }

  return {
    async getWithdrawal(credentials, _accountId, withdrawalId) {
      const { rows } = await pageOf(credentials, { withdrawID: withdrawalId })
      const row = rows.find((entry) => entry.withdrawId === withdrawalId)
      // Other rows show that Bybit ignored the filter.
      if (row === undefined && rows.length > 0) throw new ExchangeFailure('unavailable')
      return row === undefined ? undefined : bybitWithdrawal(tools, row)
    },
    async listWithdrawals(credentials, _accountId, since) {
      // One hour more, because the clocks may differ.
      const end = tools.now().getTime() + hourMs
      const rows: Row[] = []
      for (let from = since.getTime(); from <= end; from += listWindowMs) {
        rows.push(...(await rowsWithin(credentials, from, Math.min(from + listWindowMs, end))))
      }
      return rows.map((row) => bybitWithdrawal(tools, row))
    },
  }
}

export interface Page<T> {
  rows: T[]
  nextPageCursor?: string | null | undefined
}

/** The rows of all pages. Throws an ExchangeFailure if it is not certain that the last page was read. */
export async function everyRow<T>(pageAfter: (cursor: { cursor?: string }) => Promise<Page<T>>): Promise<T[]> {
  const rows: T[] = []
  const seen = new Set<string>()
  for (let cursor = ''; ; ) {
    const page = await pageAfter(cursor === '' ? {} : { cursor })
    rows.push(...page.rows)
    const next = page.nextPageCursor ?? ''
    if (next === '' && page.rows.length < pageSize) return rows
    if (page.rows.length === 0) return rows
    // A full page without a cursor may not be the last one.
    if (next === '' || seen.has(next) || seen.size === mostPages) throw new ExchangeFailure('unavailable')
    seen.add(next)
    cursor = next
  }
}

function bybitWithdrawal(tools: ExchangeTools, row: Row): Withdrawal {
  const networkKey = entryOf(networkKeys, row.chain) ?? ''
  const isInternal = row.withdrawType === '1'
  const hash = isInternal ? '' : chainHash(tools, networkKey, row.txID)
  return {
    id: row.withdrawId,
    clientReference: '',
    symbol: row.coin,
    networkKey,
    address: row.toAddress || null,
    addressTag: statedTag(tools, networkKey, row.tag),
    // Net of the fee, as ordered: for an order of 25 with a fee of 1, Bybit charges 26 and lists 25.
    amount: row.amount,
    ...(isInternal ? { isInternal } : {}),
    state: stateGivenHash(row.txID, stateOf(row.status)),
    hash,
    createdAt: row.createTime,
  }
}
