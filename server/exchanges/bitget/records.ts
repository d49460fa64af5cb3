// Bitget's withdrawal records. One request returns three months of a classic account (v2), or one month of a unified account (v3).
// Some fields have other names in v3.

import * as z from 'zod'
import { Amount } from '../../contract/amount.ts'
import type { Exchange } from '../exchange.ts'
import { ExchangeFailure } from '../exchange-failure.ts'
import { chainHash, statedTag, stateGivenHash } from '../kit/catalogue-tokens.ts'
import type { ExchangeCalls } from '../kit/exchange-calls.ts'
import { AmountText, AnyText, inData, MillisecondsTime, ShortText } from '../kit/response-parts.ts'
import type { ExchangeEndpoint } from '../kit/signer.ts'
import type { ExchangeTools } from '../kit/tools.ts'
import type { Credentials } from '../sign-in.ts'
import type { Withdrawal } from '../withdrawal.ts'
import type { AccountMode, BitgetAccounts } from './accounts.ts'
import { bitgetNetworkKey, insideTransfers, stateOf } from './tables.ts'

const Row = z
  .object({
    orderId: ShortText,
    clientOid: AnyText.nullish(),
    /** The hash, in v2 and in v3, or the id of the order if it never reached a chain. */
    tradeId: AnyText.nullish(),
    recordId: AnyText.nullish(),
    coin: ShortText,
    dest: AnyText.nullish(),
    size: AmountText,
    fee: AmountText.nullish(),
    status: ShortText,
    toAddress: AnyText.nullish(),
    tag: AnyText.nullish(),
    chain: AnyText.nullish(),
    cTime: MillisecondsTime.nullish(),
    createdTime: MillisecondsTime.nullish(),
  })
  .transform(({ cTime, createdTime, ...row }, context) => {
    const createdAt = cTime ?? createdTime ?? undefined
    if (createdAt === undefined) context.addIssue({ code: 'custom', message: 'no time' })
    return { ...row, createdAt: createdAt ?? new Date(0) }
  })
type Row = z.infer<typeof Row>
const Rows = inData(z.array(Row))

const pageSize = 100
const mostPages = 50
const dayMs = 86_400_000

/** By kind of account: the endpoint, the longest time window of a request, and the parameter for the next page. */
const sources = {
  classic: { endpoint: 'GET /api/v2/spot/wallet/withdrawal-records', windowMs: 89 * dayMs, after: 'idLessThan' },
  unified: { endpoint: 'GET /api/v3/account/withdrawal-records', windowMs: 29 * dayMs, after: 'cursor' },
} as const satisfies Record<AccountMode, { endpoint: ExchangeEndpoint; windowMs: number; after: string }>

/** How far back a withdrawal is looked up by its id. */
const longestMs = 86 * dayMs

type Lookups = Pick<Exchange, 'getWithdrawal' | 'findWithdrawal' | 'listWithdrawals'>

export function bitgetRecords(tools: ExchangeTools, calls: ExchangeCalls, { readIn }: BitgetAccounts): Lookups {
  const read = (mode: AccountMode, credentials: Credentials, params: Record<string, string>) =>
    calls.read(Rows, { endpoint: sources[mode].endpoint, params, credentials })

  /** The time window from `from` to the longest allowed end, or to shortly after now. */
  function windowFrom(mode: AccountMode, from: number): { startTime: string; endTime: string } {
    const to = Math.min(from + sources[mode].windowMs, Math.max(from + dayMs, tools.now().getTime()))
    return { startTime: String(from), endTime: String(to) }
  }

  /** Reads the newest window first: most withdrawals that are looked up by id are recent. */
  async function rowOf(mode: AccountMode, credentials: Credentials, orderId: string): Promise<Row | undefined> {
    const now = tools.now().getTime()
    const { windowMs } = sources[mode]
    for (let to = now + 1_000; to > now - longestMs; to -= windowMs) {
      const rows = await read(mode, credentials, { orderId, startTime: String(to - windowMs), endTime: String(to) })
      const row = rows.find((each) => each.orderId === orderId)
      // Other rows show that Bitget ignored the filter.
      if (row === undefined && rows.length > 0) throw new ExchangeFailure('unavailable')
      if (row !== undefined) return row
    }
    return undefined
  }

  async function pagesOf(mode: AccountMode, credentials: Credentials, window: Record<string, string>): Promise<Row[]> {
    const rows: Row[] = []
    let after: Record<string, string> = {}
    for (let page = 0; page < mostPages; page++) {
      const next = await read(mode, credentials, { ...window, limit: String(pageSize), ...after })
      rows.push(...next)
      const last = next.at(-1)
      if (next.length < pageSize || last === undefined) return rows
      after = { [sources[mode].after]: last.orderId }
    }
    throw new ExchangeFailure('unavailable')
  }

  return {
    getWithdrawal: (credentials, _accountId, withdrawalId) =>
      readIn(credentials, async (mode) => {
        const row = await rowOf(mode, credentials, withdrawalId)
        return row === undefined ? undefined : bitgetWithdrawal(tools, row)
      }),
    findWithdrawal: (credentials, _accountId, { clientReference, since }) =>
      readIn(credentials, async (mode) => {
        const rows = await read(mode, credentials, { clientOid: clientReference, ...windowFrom(mode, since.getTime()) })
        const ids = new Set(rows.map(({ orderId }) => orderId))
        if (ids.size > 1 || rows.some(({ clientOid }) => clientOid !== clientReference)) {
          throw new ExchangeFailure('unavailable')
        }
        return rows.map((row) => bitgetWithdrawal(tools, row))[0]
      }),
    listWithdrawals: (credentials, _accountId, since) =>
      readIn(credentials, async (mode) => {
        const rows = new Map<string, Row>()
        const now = tools.now().getTime()
        for (let from = since.getTime(); from <= now; from += sources[mode].windowMs + 1) {
          for (const row of await pagesOf(mode, credentials, windowFrom(mode, from))) rows.set(row.orderId, row)
        }
        return [...rows.values()].map((row) => bitgetWithdrawal(tools, row))
      }),
  }
}

/** The size includes the fee. The fee is stated as a negative or a positive number. */
function bitgetWithdrawal(tools: ExchangeTools, row: Row): Withdrawal {
  const fee = row.fee ?? Amount.zero
  const isFeeUnstated = (row.fee ?? null) === null
  const isInternal = insideTransfers.includes(row.dest ?? '')
  const networkKey = bitgetNetworkKey(row.chain ?? '')
  const recorded = row.tradeId || row.recordId
  // Only a withdrawal that left Bitget has a hash. Otherwise the same field holds an id.
  const hasHash = row.dest === 'on_chain' && recorded !== row.orderId
  const hash = hasHash ? chainHash(tools, networkKey, recorded) : ''
  return {
    id: row.orderId,
    clientReference: row.clientOid ?? '',
    symbol: row.coin.toUpperCase(),
    networkKey,
    address: row.toAddress || null,
    addressTag: statedTag(tools, networkKey, row.tag),
    amount: row.size.subtract(Amount.max(fee, Amount.zero.subtract(fee))),
    charged: row.size,
    ...(isInternal ? { isInternal } : isFeeUnstated ? { isFeeUnstated } : {}),
    state: stateGivenHash(hash, stateOf(row.status)),
    hash,
    createdAt: row.createdAt,
  }
}
