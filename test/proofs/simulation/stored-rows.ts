// Rows that the invariants read without the engine.

export interface TransferRow {
  id: string
  preview_id: string
  client_id: string
  account_id: string
  terms: string
  state: string
  status: string
  withdrawal_id: string | null
  hash: string
  confirmations: number
  last_event: number
}

export interface AttemptRow {
  transfer_id: string
  n: number
  client_reference: string
  created_at: number
  valid_until: number
  outcome: string | null
}

export interface EventRow {
  transfer_id: string
  n: number
  at: number
  kind: string
  detail: string
  previous_hash: string
  hash: string
}
