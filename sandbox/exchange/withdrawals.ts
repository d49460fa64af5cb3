// Withdrawals from the order to its end:
//
//   pending ──▶ sent ──▶ completed        the amount is held, broadcast, mined
//      └───────────┴───▶ failed           the amount is available again
//
// `review` states why a pending withdrawal waits: 'hold' for the console, 'fail' until its failure is due.

import type { AssetNetwork } from './asset.ts'
import { findAsset } from './assets.ts'
import type { ExchangeDatabase } from './database.ts'
import { ExchangeError } from './exchange-error.ts'
import type { Ledger } from './ledger.ts'
import { formatUnits } from './units.ts'

export type WithdrawalStatus = 'pending' | 'sent' | 'completed' | 'failed'
export type Review = 'none' | 'hold' | 'fail'

export interface WithdrawalRow {
  seq: number
  id: string
  account_id: string
  client_id: string
  asset: string
  network: AssetNetwork['network']
  address: string
  tag: string
  units: string
  fee_units: string
  exchange_fee_units: string
  status: WithdrawalStatus
  review: Review
  reason: string | null
  nonce: number | null
  raw: string | null
  hash: string | null
  created_at: number
  updated_at: number
}

type NewWithdrawal = Pick<
  WithdrawalRow,
  'id' | 'account_id' | 'client_id' | 'asset' | 'network' | 'address' | 'tag' | 'review'
> & { units: bigint; fee: bigint; exchangeFee: bigint }

export interface Page {
  rows: WithdrawalRow[]
  nextCursor: string | null
}

export interface Withdrawals {
  insert(withdrawal: NewWithdrawal): void
  find(id: string): WithdrawalRow | undefined
  findByClientId(accountId: string, clientId: string): WithdrawalRow | undefined
  list(accountId: string, options: { since: number; after: number; limit: number }): Page
  all(): WithdrawalRow[]
  held(): WithdrawalRow[]
  release(id: string): void
  complete(row: WithdrawalRow): void
  fail(row: WithdrawalRow, reason: string): void
}

export function createWithdrawals(database: ExchangeDatabase, ledger: Ledger, now: () => number): Withdrawals {
  type Row = WithdrawalRow
  const insert = database.prepare(
    `insert into withdrawal (id, account_id, client_id, asset, network, address, tag, units, fee_units,
       exchange_fee_units, status, review, created_at, updated_at)
     values (@id, @account_id, @client_id, @asset, @network, @address, @tag, @units, @fee, @exchangeFee, 'pending',
       @review, @now, @now)`,
  )
  const find = database.prepare<[string], Row>('select * from withdrawal where id = ?')
  const findByClientId = database.prepare<[string, string], Row>(
    'select * from withdrawal where account_id = ? and client_id = ?',
  )
  const list = database.prepare<[string, number, number, number], Row>(
    'select * from withdrawal where account_id = ? and created_at >= ? and seq > ? order by seq limit ?',
  )
  const setStatus = database.prepare('update withdrawal set status = ?, reason = ?, updated_at = ? where id = ?')

  const isOpen = (id: string) => {
    const status = find.get(id)?.status
    return status === 'pending' || status === 'sent'
  }

  return {
    insert: database.transaction((withdrawal: NewWithdrawal) => {
      const { units, fee, exchangeFee } = withdrawal
      const texts = { units: units.toString(), fee: fee.toString(), exchangeFee: exchangeFee.toString() }
      insert.run({ ...withdrawal, ...texts, now: now() })
      ledger.hold({
        accountId: withdrawal.account_id,
        asset: withdrawal.asset,
        units: units + fee + exchangeFee,
        withdrawalId: withdrawal.id,
      })
    }),
    find: (id) => find.get(id),
    findByClientId: (accountId, clientId) => findByClientId.get(accountId, clientId),
    list: (accountId, { since, after, limit }) => {
      const found = list.all(accountId, since, after, limit + 1)
      const rows = found.slice(0, limit)
      return { rows, nextCursor: found.length > limit ? String(rows.at(-1)?.seq) : null }
    },
    all: () => database.prepare<[], Row>('select * from withdrawal order by seq desc').all(),
    held: () =>
      database
        .prepare<[], Row>("select * from withdrawal where status = 'pending' and review = 'hold' order by seq")
        .all(),
    release: (id) => {
      const released = database
        .prepare("update withdrawal set review = 'none', updated_at = ? where id = ? and review = 'hold'")
        .run(now(), id)
      if (released.changes === 0) throw new ExchangeError(404, 'not_found', 'No withdrawal with this id is held.')
    },
    complete: database.transaction((row: Row) => {
      if (!isOpen(row.id)) return
      setStatus.run('completed', null, now(), row.id)
      const fees = BigInt(row.fee_units) + BigInt(row.exchange_fee_units)
      ledger.settle({ ...movementOf(row), amount: BigInt(row.units), fees })
    }),
    fail: database.transaction((row: Row, reason: string) => {
      if (!isOpen(row.id)) return
      setStatus.run('failed', reason, now(), row.id)
      const units = BigInt(row.units) + BigInt(row.fee_units) + BigInt(row.exchange_fee_units)
      ledger.release({ ...movementOf(row), units })
    }),
  }
}

function movementOf(row: WithdrawalRow): { accountId: string; asset: string; withdrawalId: string } {
  return { accountId: row.account_id, asset: row.asset, withdrawalId: row.id }
}

export function withdrawalOnTheWire(row: WithdrawalRow): Record<string, unknown> {
  const decimals = findAsset(row.asset)?.decimals ?? 0
  return {
    id: row.id,
    clientId: row.client_id,
    asset: row.asset,
    network: row.network,
    address: row.address,
    tag: row.tag,
    amount: formatUnits(BigInt(row.units), decimals),
    fee: formatUnits(BigInt(row.fee_units), decimals),
    exchangeFee: formatUnits(BigInt(row.exchange_fee_units), decimals),
    status: row.status,
    // The hash is known after signing, but it cannot be looked up before the broadcast.
    hash: row.status === 'pending' ? '' : (row.hash ?? ''),
    createdAt: new Date(row.created_at).toISOString(),
    updatedAt: new Date(row.updated_at).toISOString(),
    reason: row.reason,
  }
}
