// Bybit's list of withdrawals, which has neither our reference nor a search for it.

import * as z from 'zod'
import { networkKeys, stateOf } from './bybit-tables.ts'
import { type Credentials, type Exchange, ExchangeFailure, type Withdrawal } from './exchange.ts'
import { AmountText, AnyText, MillisecondsTime, ShortText } from './kit/answer-parts.ts'
import { chainHash, stateBeside, statedTag } from './kit/catalogue-tokens.ts'
import type { ExchangeCalls } from './kit/exchange-calls.ts'
import type { ExchangeTools } from './kit/tools.ts'

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
  /** When Bybit wrote the response, by its own clock. */
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
      // On the chain and within the exchange.
      params: { withdrawType: '2', limit: String(pageSize), ...params },
      credentials,
    })
    // A response from before the fence, such as a cached one, proves nothing.
    if (time && time.getTime() <= requestedAt - serverClocksMs) throw new ExchangeFailure('unavailable')
    return result
  }

  /** Everything from one time to another, at most 30 days later. */
  async function rowsWithin(credentials: Credentials, startMs: number, endMs: number): Promise<Row[]> {
    const window = { startTime: String(startMs), endTime: String(endMs) }
    return everyRow((cursor) => pageOf(credentials, { ...window, ...cursor }))
  }

  return {
    async getWithdrawal(credentials, _accountId, withdrawalId) {
      const { rows } = await pageOf(credentials, { withdrawID: withdrawalId })
      const row = rows.find((entry) => entry.withdrawId === withdrawalId)
      // A response with other withdrawals is not one to this request.
      if (row === undefined && rows.length > 0) throw new ExchangeFailure('unavailable')
      return row === undefined ? undefined : withdrawalOf(tools, row)
    },
    async listWithdrawals(credentials, _accountId, since) {
      // An hour for two clocks that differ.
      const end = tools.now().getTime() + hourMs
      const rows: Row[] = []
      for (let from = since.getTime(); from <= end; from += listWindowMs) {
        rows.push(...(await rowsWithin(credentials, from, Math.min(from + listWindowMs, end))))
      }
      return rows.map((row) => withdrawalOf(tools, row))
    },
  }
}

export interface Page<T> {
  rows: T[]
  nextPageCursor?: string | null | undefined
}

/** The rows of all pages, to the last one. Throws an ExchangeFailure where the last one is not certain. */
export async function everyRow<T>(pageAfter: (cursor: { cursor?: string }) => Promise<Page<T>>): Promise<T[]> {
  const rows: T[] = []
  const seen = new Set<string>()
  for (let cursor = ''; ; ) {
    const page = await pageAfter(cursor === '' ? {} : { cursor })
    rows.push(...page.rows)
    const next = page.nextPageCursor ?? ''
    if (next === '' && page.rows.length < pageSize) return rows
    if (page.rows.length === 0) return rows
    // A full page without a next one is not known to be the last.
    if (next === '' || seen.has(next) || seen.size === mostPages) throw new ExchangeFailure('unavailable')
    seen.add(next)
    cursor = next
  }
}

function withdrawalOf(tools: ExchangeTools, row: Row): Withdrawal {
  const networkKey = (Object.hasOwn(networkKeys, row.chain) ? networkKeys[row.chain] : undefined) ?? ''
  const isInternal = row.withdrawType === '1'
  const hash = isInternal ? '' : chainHash(tools, networkKey, row.txID)
  return {
    id: row.withdrawId,
    clientReference: '',
    symbol: row.coin,
    networkKey,
    address: row.toAddress || null,
    addressTag: statedTag(tools, networkKey, row.tag),
    // Fees not counted, as it was ordered.
    amount: row.amount,
    ...(isInternal ? { isInternal } : {}),
    state: stateBeside(row.txID, stateOf(row.status)),
    hash,
    createdAt: row.createTime,
  }
}
