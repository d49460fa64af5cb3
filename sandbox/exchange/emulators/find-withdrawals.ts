// Withdrawals as an emulator looks them up: those of one account, newest first, whichever way they were ordered.

import type { Asset } from '../asset.ts'
import { findAsset } from '../assets.ts'
import type { ExchangeDatabase } from '../database.ts'
import type { WithdrawalRow, WithdrawalStatus } from '../withdrawals.ts'

/** What is told of a withdrawal, before an emulator finds its words for it. */
export interface Told {
  id: string
  /** The client's own name for it; '' when it has none. */
  reference: string
  /** The name of the saved address; '' when there was none. */
  label: string
  asset: Asset
  network: string
  address: string
  tag: string
  /** What arrives, and what it cost on top of that, in base units. */
  units: bigint
  fee: bigint
  /** `odd` is a word that no client has ever heard of. */
  status: WithdrawalStatus | 'canceled' | 'odd'
  /** It waits for somebody of the exchange. */
  isInReview: boolean
  /** It never leaves the exchange: whoever receives has an account there. */
  isInternal: boolean
  /** '' until the transaction is on its way. */
  hash: string
  createdAt: number
  updatedAt: number
  reason: string
}

export interface Wanted {
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

export function findWithdrawals(database: ExchangeDatabase, wanted: Wanted): Told[] {
  const select = `
    select w.*, d.reference, d.label from withdrawal w left join emulator_withdrawal d on d.withdrawal_id = w.id
    where w.account_id = @accountId and (@asset is null or w.asset = @asset)
      and (@reference is null or d.reference = @reference) and (@id is null or w.id = @id)
      and w.created_at >= @from and w.created_at <= @to
    order by w.seq desc limit @limit offset @offset`
  const { accountId, asset = null, reference = null, id = null } = wanted
  const { from = 0, to = Number.MAX_SAFE_INTEGER, limit = 1000, offset = 0 } = wanted
  return database
    .prepare<[Record<string, unknown>], Row>(select)
    .all({ accountId, asset, reference, id, from, to, limit, offset })
    .flatMap(toTold)
}

function toTold(row: Row): Told[] {
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
