// Reads transfers for the API. Lists leave out hidden ones (a code is still required, or the transfer was abandoned).

import { sql } from 'kysely'
import { ApiError } from '../contract/errors.ts'
import type { Query } from '../storage/storage.ts'
import { statusOf, type TransferStatus } from './transfer-status.ts'
import { type Transfer, transferById, transferOf } from './transfer-store.ts'

/** Throws `transferNotFound`, for an unknown id and for another client's transfer. */
export async function clientTransfer(query: Query, clientId: string, id: string): Promise<Transfer> {
  const transfer = await transferById(query, id)
  if (transfer === undefined || transfer.clientId !== clientId) throw new ApiError('transferNotFound')
  return asReported(transfer)
}

/**
 * If two executes run at once and the exchange requires a code, one of them returns a pending transfer. That transfer stays readable:
 * as pending while the code is required, as not sent if no code came.
 */
export function asReported(transfer: Transfer): Transfer {
  if (transfer.state === 'RequiresAction') return { ...transfer, state: 'Submitting' }
  if (transfer.state !== 'Abandoned') return transfer
  return {
    ...transfer,
    state: 'NotSent',
    errorType: 'transferNotSent',
    errorData: { name: transfer.terms.fromName },
  }
}

export interface TransferFilter {
  userId?: string | undefined
  linkId?: string | undefined
  transactionId?: string | undefined
  status?: TransferStatus | undefined
  from?: Date | undefined
  to?: Date | undefined
  /** The last transfer of the previous page. */
  before?: { createdAt: number; id: string } | undefined
  limit: number
}

/** Newest first. */
export async function listTransfers(query: Query, clientId: string, filter: TransferFilter): Promise<Transfer[]> {
  let select = query
    .selectFrom('transfer')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('status', '!=', 'Hidden')
  const { before } = filter
  if (filter.userId !== undefined) select = select.where('user_id', '=', filter.userId)
  if (filter.linkId !== undefined) select = select.where('link_id', '=', filter.linkId)
  if (filter.transactionId !== undefined) select = select.where('transaction_id', '=', filter.transactionId)
  // As a literal: an index of one status is used only for a condition that names the status.
  if (filter.status !== undefined) select = select.where('status', '=', sql.lit(filter.status))
  if (filter.from !== undefined) select = select.where('created_at', '>=', filter.from.getTime())
  if (filter.to !== undefined) select = select.where('created_at', '<', filter.to.getTime())
  if (before !== undefined) {
    select = select.where((where) =>
      where.or([
        where('created_at', '<', before.createdAt),
        where.and([where('created_at', '=', before.createdAt), where('id', '<', before.id)]),
      ]),
    )
  }
  const rows = await select.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(filter.limit).execute()
  return rows.map(transferOf)
}

/** For a resumed link: its pending transfer, otherwise another pending one of its user, otherwise the link's newest transfer. */
export async function transferToResume(
  query: Query,
  { id, clientId, userId }: { id: string; clientId: string; userId: string },
): Promise<Transfer | null> {
  const [own] = await listTransfers(query, clientId, { userId, linkId: id, limit: 1 })
  if (own !== undefined && statusOf(own.state) === 'Pending') return own
  return (await pendingTransferOf(query, clientId, userId)) ?? own ?? null
}

/** The user's newest transfer that has not ended, to be offered first by a new link. */
export async function pendingTransferOf(query: Query, clientId: string, userId: string): Promise<Transfer | null> {
  const [transfer] = await listTransfers(query, clientId, { userId, status: 'Pending', limit: 1 })
  return transfer ?? null
}
