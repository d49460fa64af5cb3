// Kraken's list of withdrawals. Rows contain neither our reference nor a tag, so they are matched by their other fields.

import { ExchangeFailure } from '../exchange-failure.ts'
import { chainHash, stateGivenHash } from '../kit/catalogue-tokens.ts'
import type { ExchangeCalls } from '../kit/exchange-calls.ts'
import type { ExchangeTools } from '../kit/tools.ts'
import type { Credentials } from '../sign-in.ts'
import type { Withdrawal } from '../withdrawal.ts'
import { Addresses, type Row, Rows } from './responses.ts'
import { networkKeys, stateOf, symbolOf } from './tables.ts'

const pageSize = 500
const mostPages = 100

export function krakenRecords(tools: ExchangeTools, calls: ExchangeCalls) {
  const taggedSymbols = new Set(
    tools.networks.all
      .filter(({ tag }) => tag.use !== 'none')
      .flatMap(({ tokens }) => tokens.map(({ symbol }) => symbol)),
  )

  async function* pagesSince(credentials: Credentials, since: Date | null): AsyncGenerator<Row[]> {
    const start = since === null ? {} : { start: String(Math.floor(since.getTime() / 1000)) }
    let cursor = 'true'
    const seen = new Set<string>()
    for (;;) {
      const params = { ...start, cursor, limit: String(pageSize) }
      const call = { endpoint: 'POST /0/private/WithdrawStatus', params, credentials } as const
      const { withdrawals, next_cursor } = await calls.read(Rows, call)
      yield withdrawals
      if (next_cursor === null || next_cursor === undefined || next_cursor === '') {
        // A full page without a cursor may not be the last one.
        if (withdrawals.length >= pageSize) throw new ExchangeFailure('unavailable')
        return
      }
      if (seen.has(next_cursor) || seen.size === mostPages) throw new ExchangeFailure('unavailable')
      seen.add(next_cursor)
      cursor = next_cursor
    }
  }

  /** Rows state no tag. The tag is that of the saved address that was used for the order. */
  async function withdrawalsOf(credentials: Credentials, rows: readonly Row[]): Promise<Withdrawal[]> {
    const made = rows.map((row) => krakenWithdrawal(tools, row))
    const hasTag = ({ networkKey, symbol }: Withdrawal) =>
      networkKey === null ? taggedSymbols.has(symbol) : (tools.networks.byKey(networkKey)?.tag.use ?? 'none') !== 'none'
    if (!made.some(hasTag)) return made
    const saved = await calls.read(Addresses, { endpoint: 'POST /0/private/WithdrawAddresses', credentials })
    return made.map((withdrawal, index) => {
      if (!hasTag(withdrawal)) return withdrawal
      const named = saved.find(({ key, address }) => key === rows[index]?.key && address === withdrawal.address)
      if (named === undefined) throw new ExchangeFailure('unavailable')
      return { ...withdrawal, addressTag: tagOf(named) }
    })
  }

  return {
    async find(credentials: Credentials, withdrawalId: string): Promise<Withdrawal | undefined> {
      for await (const rows of pagesSince(credentials, null)) {
        const row = rows.find(({ refid }) => refid === withdrawalId)
        if (row !== undefined) return (await withdrawalsOf(credentials, [row]))[0]
      }
      return undefined
    },
    async listSince(credentials: Credentials, since: Date): Promise<Withdrawal[]> {
      const rows: Row[] = []
      for await (const page of pagesSince(credentials, since)) rows.push(...page)
      return withdrawalsOf(credentials, rows)
    },
  }
}

function krakenWithdrawal(tools: ExchangeTools, row: Row): Withdrawal {
  const network = row.network ?? ''
  const networkKey = network === '' ? null : Object.hasOwn(networkKeys, network) ? (networkKeys[network] ?? '') : ''
  // Hashes have the same form on every EVM network.
  const hash = chainHash(tools, networkKey ?? (row.info.startsWith('0x') ? 'ethereum' : ''), row.txid)
  return {
    id: row.refid,
    clientReference: '',
    symbol: symbolOf(row.asset),
    networkKey,
    address: row.info,
    addressTag: '',
    amount: row.amount,
    charged: row.amount.add(row.fee),
    state: stateGivenHash(hash, stateOf(row.status, row['status-prop'] ?? '')),
    hash,
    createdAt: row.time,
  }
}

/** The tag is in one of two fields. The other one may be empty. */
export function tagOf({ tag, memo }: { tag?: string | null | undefined; memo?: string | null | undefined }): string {
  return tag || memo || ''
}
