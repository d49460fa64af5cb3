// Finds the withdrawals of one account, newest first, including those ordered outside the emulator.

import type { Asset } from '../asset.ts'
import { findAsset } from '../assets.ts'
import type { ExchangeDatabase } from '../database.ts'
import type { WithdrawalRow, WithdrawalStatus } from '../withdrawals.ts'

/** A withdrawal before an emulator writes it in the exchange's format. */
export interface ListedWithdrawal {
  id: string
  /** The client's id of the withdrawal. '' if none. */
  reference: string
  /** The name of the saved address. '' if none. */
  label: string
  asset: Asset
  network: string
  address: string
  tag: string
  /** The amount that arrives and the fee on top, in base units. */
  units: bigint
  fee: bigint
  /** `odd`: a status that no client knows. */
  status: WithdrawalStatus | 'canceled' | 'odd'
  /** The exchange reviews it. */
  isInReview: boolean
  /** An internal transfer: the recipient has an account at the exchange. */
  isInternal: boolean
  /** '' until the transaction was sent. */
  hash: string
  createdAt: number
  updatedAt: number
  reason: string
}

interface WithdrawalFilter {
  accountId: string
  asset?: string | undefined
  reference?: string | undefined
  id?: string | undefined
  /** Both inclusive, in milliseconds. */
  from?: number | undefined
  to?: number | undefined
  limit?: number
  offset?: number
}

type Row = WithdrawalRow & { reference: string | null; label: string | null }

export function findWithdrawals(database: ExchangeDatabase, filter: WithdrawalFilter): ListedWithdrawal[] {
  const select = `
    select w.*, d.reference, d.label from withdrawal w left join emulator_withdrawal d on d.withdrawal_id = w.id
    where w.account_id = @accountId and (@asset is null or w.asset = @asset)
      and (@reference is null or d.reference = @reference) and (@id is null or w.id = @id)
      and w.created_at >= @from and w.created_at <= @to
    order by w.seq desc limit @limit offset @offset`
  const { accountId, asset = null, reference = null, id = null } = filter
  const { from = 0, to = Number.MAX_SAFE_INTEGER, limit = 1000, offset = 0 } = filter
  return database
    .prepare<[Record<string, unknown>], Row>(select)
    .all({ accountId, asset, reference, id, from, to, limit, offset })
    .flatMap(toListed)
}

function toListed(row: Row): ListedWithdrawal[] {
  const asset = findAsset(row.asset)
  if (asset === undefined) return []
  const { id, network, address, tag, status } = row
  return [
    {
      id,
      reference: row.reference ?? '',
      label: row.label ?? '',
      asset,
      network,
      address,
      tag,
      units: BigInt(row.units),
      fee: BigInt(row.fee_units) + BigInt(row.exchange_fee_units),
      status,
      isInReview: row.review !== 'none',
      isInternal: false,
      hash: status === 'pending' ? '' : (row.hash ?? ''),
      createdAt: row.created_at,
      updatedAt: row.updated_at,
      reason: row.reason ?? '',
    },
  ]
}
