// The statements of the table `transfer` that every execute runs.

import { preparedStatement } from '../storage/prepared-statement.ts'
import { changedOne, type Query } from '../storage/storage.ts'
import type { TransferTable } from '../storage/transfer-tables.ts'

/** The columns that make a Transfer. */
const columns = [
  'id',
  'preview_id',
  'client_id',
  'account_id',
  'user_id',
  'link_id',
  'transaction_id',
  'exchange_type',
  'terms',
  'state',
  'withdrawal_id',
  'hash',
  'confirmations',
  'required_action',
  'error_type',
  'error_data',
  'empty_polls',
  'fingerprint',
  'attention',
  'created_at',
  'updated_at',
  'last_event',
] as const satisfies readonly (keyof TransferTable)[]

export type TransferRow = Pick<TransferTable, (typeof columns)[number]>

const rowsById = preparedStatement((query, { id }: { id: string }) =>
  query.selectFrom('transfer').select(columns).where('id', '=', id),
)

const rowsOfPreview = preparedStatement((query, { previewId }: { previewId: string }) =>
  query.selectFrom('transfer').select(columns).where('preview_id', '=', previewId),
)

export async function transferRowById(query: Query, id: string): Promise<TransferRow | undefined> {
  return (await rowsById(query, { id })).rows[0]
}

export async function transferRowOfPreview(query: Query, previewId: string): Promise<TransferRow | undefined> {
  return (await rowsOfPreview(query, { previewId })).rows[0]
}

export const insertTransferRow = preparedStatement(
  (
    query,
    row: Omit<TransferTable, 'proof' | 'client_counted_on' | 'user_counted_on' | 'summarised_at' | 'erased_at'>,
  ) => query.insertInto('transfer').values(row),
)

/** The columns that each change of a transfer writes. */
interface ChangedColumns
  extends Pick<
    TransferTable,
    | 'state'
    | 'status'
    | 'withdrawal_id'
    | 'hash'
    | 'confirmations'
    | 'required_action'
    | 'error_type'
    | 'error_data'
    | 'empty_polls'
    | 'fingerprint'
    | 'attention'
    | 'updated_at'
    | 'next_poll_at'
    | 'poll_tier'
    | 'lease'
    | 'leased_until'
    | 'last_event'
  > {
  id: string
  lastEventBefore: number
}

function updateRow(query: Query, { id, lastEventBefore, ...set }: ChangedColumns & Partial<TransferTable>) {
  return query.updateTable('transfer').set(set).where('id', '=', id).where('last_event', '=', lastEventBefore)
}

const updateChangedColumns = preparedStatement((query, changed: ChangedColumns) => updateRow(query, changed))

/** Returns false if the row has changed since its event `lastEventBefore`. `more`: columns that few changes write. */
export async function updateTransferRow(
  query: Query,
  changed: ChangedColumns,
  more: Partial<TransferTable>,
): Promise<boolean> {
  if (Object.keys(more).length === 0) return changedOne(await updateChangedColumns(query, changed))
  return changedOne(await updateRow(query, { ...changed, ...more }).executeTakeFirstOrThrow())
}
