// A transfer as it is stored, for the page of a transfer. Leases, locks and what an adapter has noted for itself are left out.

import type { AttemptTable, TransferTable } from '../storage/transfer-tables.ts'
import type { TransferEvent } from '../transfers/timeline.ts'
import { boundedJson } from './bounded-text.ts'

const longestText = 2_000

export function rawTransfer(
  row: TransferTable,
  { events, attempts }: { events: readonly TransferEvent[]; attempts: readonly AttemptTable[] },
): object {
  const { lease: _, leased_until: __, fingerprint: ___, ...columns } = row
  const { adapterState: ____, ...terms } = JSON.parse(row.terms) as Record<string, unknown>
  const read = (text: string | null) => (text === null ? null : (JSON.parse(text) as unknown))
  const transfer = { ...columns, terms, required_action: read(row.required_action), error_data: read(row.error_data) }
  const stored = JSON.parse(JSON.stringify({ transfer, attempts, events })) as unknown
  return boundedJson(stored, longestText) as object
}
