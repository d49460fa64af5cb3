// KuCoin's withdrawal records. KuCoin has no field for a client reference, but returns an order's remark. So our reference is the
// remark.

import * as z from 'zod'
import { ExchangeFailure } from '../exchange-failure.ts'
import { chainHash, statedTag, stateGivenHash } from '../kit/catalogue-tokens.ts'
import type { ExchangeCalls } from '../kit/exchange-calls.ts'
import { AmountText, AnyText, inData, MillisecondsTime, ShortText } from '../kit/response-parts.ts'
import { entryOf } from '../kit/tables.ts'
import type { ExchangeTools } from '../kit/tools.ts'
import type { Credentials } from '../sign-in.ts'
import type { SentOrder, Withdrawal } from '../withdrawal.ts'
import { networkKeys, stateAfterReturn, stateOf } from './tables.ts'

const Row = z.object({
  // Missing in KuCoin's documentation of lists.
  id: ShortText.nullish(),
  currency: ShortText,
  status: ShortText,
  address: AnyText,
  memo: AnyText.nullish(),
  amount: AmountText,
  isInner: z.boolean().nullish(),
  walletTxId: AnyText.nullish(),
  createdAt: MillisecondsTime,
  remark: AnyText.nullish(),
})
const ListedRow = Row.extend({ chain: AnyText.nullish() })
const SingleRow = Row.extend({
  chainId: AnyText.nullish(),
  returnStatus: AnyText.nullish(),
  returnAmount: AmountText.nullish(),
  returnCurrency: AnyText.nullish(),
}).transform(({ chainId, ...row }) => ({ ...row, chain: chainId }))
type ReadRow = z.infer<typeof ListedRow> & Partial<z.infer<typeof SingleRow>>
const Page = inData(
  z.object({ currentPage: z.string(), totalPage: z.string().regex(/^\d+$/), items: z.array(ListedRow) }),
)
const One = inData(SingleRow.nullable())

const pageSize = 500
const mostPages = 50

interface KuCoinRecords {
  byId(credentials: Credentials, withdrawalId: string): Promise<Withdrawal | undefined>
  byReference(credentials: Credentials, order: SentOrder): Promise<Withdrawal | undefined>
  list(credentials: Credentials, since: Date): Promise<Withdrawal[]>
}

export function kuCoinRecords(tools: ExchangeTools, calls: ExchangeCalls): KuCoinRecords {
  /** All rows of one currency, newest first. Rows that are added between two pages move others to the next page and hide none. */
  async function rowsOf(credentials: Credentials, currency: string, since: Date): Promise<ReadRow[]> {
    const rows = new Map<string, ReadRow>()
    for (let currentPage = 1; currentPage <= mostPages; currentPage++) {
      const params = {
        currency,
        startAt: String(since.getTime()),
        currentPage: String(currentPage),
        pageSize: String(pageSize),
      }
      const page = await calls.read(Page, { endpoint: 'GET /api/v1/withdrawals', params, credentials })
      // Rows of another currency show that KuCoin ignored the filter.
      const isAnswered = page.currentPage === params.currentPage && page.items.every((row) => row.currency === currency)
      if (!isAnswered) throw new ExchangeFailure('unavailable')
      for (const row of page.items) rows.set(idOf(row), row)
      if (currentPage >= Number(page.totalPage)) {
        // A full last page may not be the last one.
        if (page.items.length >= pageSize) break
        return [...rows.values()]
      }
    }
    throw new ExchangeFailure('unavailable')
  }

  async function byNotedId(credentials: Credentials, withdrawalId: string, noted: NotedId) {
    const rows = await rowsOf(credentials, noted.symbol, noted.createdAt)
    const found = rows.find(({ remark }) => remark === noted.remark)
    return found && { ...kuCoinWithdrawal(tools, found), id: withdrawalId }
  }

  return {
    async byId(credentials, withdrawalId) {
      const noted = readNotedId(withdrawalId)
      if (noted !== null) return byNotedId(credentials, withdrawalId, noted)
      if (!/^[0-9A-Za-z-]{1,64}$/.test(withdrawalId)) return undefined
      const row = await calls.read(One, { endpoint: `GET /api/v1/withdrawals/${withdrawalId}`, credentials })
      if (row === null) return undefined
      if (row.id !== withdrawalId) throw new ExchangeFailure('unavailable')
      return kuCoinWithdrawal(tools, row)
    },
    async byReference(credentials, { clientReference, since, symbol }) {
      const rows = await rowsOf(credentials, symbol, since)
      const found = rows.find(({ remark }) => remark === clientReference)
      if (found !== undefined) return kuCoinWithdrawal(tools, found)
      // A row without a complete remark may be this order. Then the absence of its reference proves nothing.
      if (rows.some(({ remark }) => !isReference(remark ?? ''))) throw new ExchangeFailure('unavailable')
      return undefined
    },
    async list(credentials, since) {
      // KuCoin documents `currency` as required, so each asset that we can send is listed by itself.
      const symbols = new Set(tools.networks.all.flatMap(({ tokens }) => tokens.map(({ symbol }) => symbol)))
      const listed: Withdrawal[] = []
      for (const symbol of symbols) {
        const rows = await rowsOf(credentials, symbol, since)
        listed.push(...rows.map((row) => kuCoinWithdrawal(tools, row)))
      }
      return listed
    },
  }
}

function isReference(remark: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(remark)
}

/** KuCoin's id, or the fields that identify the withdrawal if KuCoin states none. */
function idOf({ id, currency, createdAt, remark }: ReadRow): string {
  return id ?? `${currency}:${createdAt.getTime()}:${remark ?? ''}`
}

interface NotedId {
  symbol: string
  createdAt: Date
  remark: string
}

function readNotedId(id: string): NotedId | null {
  const [, symbol = '', at = '', remark = ''] = /^([0-9A-Za-z.]{1,30}):(\d{12,14}):(.+)$/.exec(id) ?? []
  return isReference(remark) ? { symbol, createdAt: new Date(Number(at)), remark } : null
}

function kuCoinWithdrawal(tools: ExchangeTools, row: ReadRow): Withdrawal {
  const chain = row.chain ?? ''
  const networkKey = entryOf(networkKeys, chain) ?? ''
  const isInternal = row.isInner === true && (row.walletTxId ?? '') === ''
  // Some rows contain the address after the hash.
  const hash = chainHash(tools, networkKey, row.walletTxId?.split('@')[0])
  return {
    id: idOf(row),
    clientReference: row.remark ?? '',
    symbol: row.currency,
    networkKey: chain === '' ? null : networkKey,
    address: row.address || null,
    addressTag: statedTag(tools, networkKey, row.memo),
    amount: row.amount,
    ...(isInternal ? { isInternal } : {}),
    state: stateGivenHash(hash, stateAfterReturn(stateOf(row.status), row)),
    hash,
    createdAt: row.createdAt,
  }
}
