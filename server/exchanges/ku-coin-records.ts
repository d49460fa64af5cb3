// KuCoin's records of withdrawals. It knows no reference of ours, but stores the remark that a withdrawal was ordered with and
// returns it: our reference is the remark.

import * as z from 'zod'
import { type Credentials, ExchangeFailure, type Withdrawal } from './exchange.ts'
import { AmountText, AnyText, MillisecondsTime, ShortText } from './kit/answer-parts.ts'
import { chainHash, stateBeside, statedTag } from './kit/catalogue-tokens.ts'
import type { ExchangeCalls } from './kit/exchange-calls.ts'
import type { ExchangeTools } from './kit/tools.ts'
import { networkKeys, stateAfterReturn, stateOf } from './ku-coin-tables.ts'

const data = <T>(schema: z.ZodType<T>) => z.object({ data: schema }).transform((response) => response.data)

const Row = z.object({
  // KuCoin documents lists without ids.
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
const Page = data(
  z.object({ currentPage: z.string(), totalPage: z.string().regex(/^\d+$/), items: z.array(ListedRow) }),
)
const One = data(SingleRow.nullable())

const pageSize = 500
const mostPages = 50

export interface KuCoinRecords {
  byId(credentials: Credentials, withdrawalId: string): Promise<Withdrawal | undefined>
  byReference(
    credentials: Credentials,
    clientReference: string,
    since: Date,
    symbol: string,
  ): Promise<Withdrawal | undefined>
  list(credentials: Credentials, since: Date): Promise<Withdrawal[]>
}

export function kuCoinRecords(tools: ExchangeTools, calls: ExchangeCalls): KuCoinRecords {
  /** All of one currency, newest first. A row that is added while pages are read moves others to the next page, and hides none. */
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
      // Rows of another currency show that KuCoin has not read the filter.
      const isAnswered = page.currentPage === params.currentPage && page.items.every((row) => row.currency === currency)
      if (!isAnswered) throw new ExchangeFailure('unavailable')
      for (const row of page.items) rows.set(idOf(row), row)
      if (currentPage >= Number(page.totalPage)) {
        // A full page that says it is the last one may not be.
        if (page.items.length >= pageSize) break
        return [...rows.values()]
      }
    }
    throw new ExchangeFailure('unavailable')
  }

  async function byNotedId(credentials: Credentials, withdrawalId: string, noted: NotedId) {
    const rows = await rowsOf(credentials, noted.symbol, noted.createdAt)
    const found = rows.find(({ remark }) => remark === noted.remark)
    return found && { ...withdrawalOf(tools, found), id: withdrawalId }
  }

  return {
    async byId(credentials, withdrawalId) {
      const noted = readNotedId(withdrawalId)
      if (noted !== null) return byNotedId(credentials, withdrawalId, noted)
      if (!/^[0-9A-Za-z-]{1,64}$/.test(withdrawalId)) return undefined
      const row = await calls.read(One, { endpoint: `GET /api/v1/withdrawals/${withdrawalId}`, credentials })
      if (row === null) return undefined
      if (row.id !== withdrawalId) throw new ExchangeFailure('unavailable')
      return withdrawalOf(tools, row)
    },
    async byReference(credentials, clientReference, since, symbol) {
      const rows = await rowsOf(credentials, symbol, since)
      const found = rows.find(({ remark }) => remark === clientReference)
      if (found !== undefined) return withdrawalOf(tools, found)
      // A row without a whole remark could be ours whose remark was lost: then its absence proves nothing.
      if (rows.some(({ remark }) => !isReference(remark ?? ''))) throw new ExchangeFailure('unavailable')
      return undefined
    },
    async list(credentials, since) {
      // KuCoin documents `currency` as required, so each asset that we can send is listed by itself.
      const symbols = new Set(tools.networks.all.flatMap(({ tokens }) => tokens.map(({ symbol }) => symbol)))
      const listed: Withdrawal[] = []
      for (const symbol of symbols) {
        const rows = await rowsOf(credentials, symbol, since)
        listed.push(...rows.map((row) => withdrawalOf(tools, row)))
      }
      return listed
    },
  }
}

function isReference(remark: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(remark)
}

/** Where KuCoin states no id: what finds the withdrawal again. */
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

function withdrawalOf(tools: ExchangeTools, row: ReadRow): Withdrawal {
  const chain = row.chain ?? ''
  const networkKey = (Object.hasOwn(networkKeys, chain) ? networkKeys[chain] : undefined) ?? ''
  const isInternal = row.isInner === true && (row.walletTxId ?? '') === ''
  // Some are returned with the address behind the hash.
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
    state: stateBeside(hash, stateAfterReturn(stateOf(row.status), row)),
    hash,
    createdAt: row.createdAt,
  }
}
