// OKX's withdrawal records. Amounts do not include the fee. A withdrawal is found by our reference without its hyphens.

import * as z from 'zod'
import { ExchangeFailure } from '../exchange-failure.ts'
import { chainHash, statedTag, stateGivenHash } from '../kit/catalogue-tokens.ts'
import type { ExchangeCalls } from '../kit/exchange-calls.ts'
import { AmountText, AnyText, inData, MillisecondsTime, ShortText } from '../kit/response-parts.ts'
import { compactReference } from '../kit/tables.ts'
import type { ExchangeTools } from '../kit/tools.ts'
import type { Credentials } from '../sign-in.ts'
import type { Withdrawal } from '../withdrawal.ts'
import { okxNetworkKey, stateOf } from './tables.ts'

const Row = z.object({
  wdId: ShortText,
  ccy: ShortText,
  chain: AnyText,
  amt: AmountText,
  to: AnyText,
  tag: AnyText.nullish(),
  pmtId: AnyText.nullish(),
  memo: AnyText.nullish(),
  addrEx: z.record(z.string(), z.unknown()).nullish(),
  clientId: AnyText.nullish(),
  txId: AnyText.nullish(),
  state: ShortText,
  ts: MillisecondsTime,
})
type Row = z.infer<typeof Row>
const Rows = inData(z.array(Row))

const pageSize = 100
const mostPages = 50

interface OkxRecords {
  byId(credentials: Credentials, withdrawalId: string): Promise<Withdrawal | undefined>
  byReference(credentials: Credentials, clientReference: string): Promise<Withdrawal | undefined>
  list(credentials: Credentials, since: Date): Promise<Withdrawal[]>
}

export function okxRecords(tools: ExchangeTools, calls: ExchangeCalls): OkxRecords {
  const read = (credentials: Credentials, params: Record<string, string>) =>
    calls.read(Rows, { endpoint: 'GET /api/v5/asset/withdrawal-history', params, credentials })

  return {
    async byId(credentials, withdrawalId) {
      const rows = await read(credentials, { wdId: withdrawalId })
      const row = rows.find(({ wdId }) => wdId === withdrawalId)
      // Other rows show that OKX ignored the filter.
      if (row === undefined && rows.length > 0) throw new ExchangeFailure('unavailable')
      return row === undefined ? undefined : okxWithdrawal(tools, row)
    },
    async byReference(credentials, clientReference) {
      const clientId = compactReference(clientReference)
      const rows = await read(credentials, { clientId })
      const ids = new Set(rows.map(({ wdId }) => wdId))
      if (ids.size > 1 || rows.some((row) => row.clientId !== clientId)) throw new ExchangeFailure('unavailable')
      return rows.map((row) => ({ ...okxWithdrawal(tools, row), clientReference }))[0]
    },
    async list(credentials, since) {
      const before = String(since.getTime() - 1)
      const rows = new Map<string, Row>()
      let after = ''
      for (let page = 0; page < mostPages; page++) {
        const until = after === '' ? {} : { after }
        const next = await read(credentials, { before, limit: String(pageSize), ...until })
        for (const row of next) rows.set(row.wdId, row)
        const last = next.at(-1)
        if (next.length < pageSize || last === undefined) {
          return [...rows.values()].map((row) => okxWithdrawal(tools, row))
        }
        // Rows of the same millisecond may be on both pages.
        const reached = String(last.ts.getTime() + 1)
        if (reached === after) break
        after = reached
      }
      throw new ExchangeFailure('unavailable')
    },
  }
}

function okxWithdrawal(tools: ExchangeTools, row: Row): Withdrawal {
  const networkKey = okxNetworkKey(row)
  const [address = '', tagBeside = ''] = row.to.split(/:(.*)/s)
  const comment = row.addrEx?.comment
  const tags = [row.tag, row.memo, row.pmtId, typeof comment === 'string' ? comment : '', tagBeside]
  return {
    id: row.wdId,
    clientReference: row.clientId ?? '',
    symbol: row.ccy,
    networkKey,
    address: address || null,
    addressTag: statedTag(
      tools,
      networkKey,
      tags.find((tag) => (tag ?? '') !== ''),
    ),
    amount: row.amt,
    state: stateGivenHash(row.txId, stateOf(row.state)),
    hash: chainHash(tools, networkKey, row.txId),
    createdAt: row.ts,
  }
}
