// The statements of one execute, written by hand. The engine is compared with them. They are the statements that the engine runs, in two
// transactions, with events chained by hash: the same checks against other executes, ended sign-ins and pauses, and the same rows. The
// exchange, its credentials, the risk check and the states of a transfer are left out.
import { createHash } from 'node:crypto'

export const handStatements = {
  preview:
    'select id, client_id, account_id, session_id, terms, created_at, expires_at, spent_at, wrong_codes from preview where id = ?',
  account: `select id, sign_in_id, client_id, user_id, external_id, name, exchange_type,
    (select sealed_credentials from sign_in where sign_in.id = account.sign_in_id) as sealed_credentials,
    (select ended_at from sign_in where sign_in.id = account.sign_in_id) as ended_at
    from account where id = ? and client_id = ?`,
  spend: `update preview set spent_at = ?, wrong_codes = wrong_codes + ? where id = ? and expires_at > ? and wrong_codes < ?
    and not exists (select scope from sending_pause where scope in ('all', 'restore', ?, ?)) and spent_at is null`,
  signIn: 'select ended_at from sign_in where id = ?',
  insert: `insert into transfer (id, preview_id, client_id, account_id, user_id, exchange_type, terms, network_key, contract, from_address,
    to_address, amount, link_id, transaction_id, state, status, withdrawal_id, hash, confirmations, required_action, error_type, error_data,
    empty_polls, fingerprint, attention, created_at, updated_at, next_poll_at, lease, leased_until, last_event)
    values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, null, null, 'Submitting', 'Pending', null, '', 0, null, null, null, 0, null, null,
      ?, ?, ?, null, null, 1)`,
  attempt: `insert into attempt (transfer_id, n, client_reference, digest, created_at, valid_until, outcome, existing_matches)
    values (?, 1, ?, ?, ?, ?, null, '[]')`,
  previous: 'select hash from transfer_event where transfer_id = ? and n = ?',
  event:
    'insert into transfer_event (transfer_id, n, at, kind, detail, detail_hash, previous_hash, hash) values (?, ?, ?, ?, ?, ?, ?, ?)',
  outcome: 'update attempt set outcome = ? where transfer_id = ? and n = 1 and outcome is null',
  change: `update transfer set state = 'Submitted', status = 'Pending', withdrawal_id = ?, hash = '', confirmations = 0,
    required_action = null, error_type = null, error_data = '{}', empty_polls = 0, fingerprint = null, attention = null,
    updated_at = ?, next_poll_at = ?, last_event = 2 where id = ? and last_event = 1`,
  clientEvent: `insert into client_event (id, client_id, type, at, subject_id, ordinal, data)
    values (?, ?, 'transfer.pending', ?, ?, 2, ?) on conflict (id) do nothing`,
  deliveries: `insert into webhook_delivery (endpoint_id, event_id, subject_id, ordinal, state, due_at, created_at)
    select id, cast(? as text), cast(? as text), 2, 'waiting', cast(? as bigint), cast(? as bigint) from webhook_endpoint
    where client_id = ? and state <> 'off' and deleted_at is null and types like '%"transfer.pending"%'`,
}

export type HandStatement = keyof typeof handStatements

export function handHash(...parts: (string | number)[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}

export interface NewHandTransfer {
  id: string
  previewId: string
  terms: string
  account: { id: string; sign_in_id: string; client_id: string; user_id: string; exchange_type: string }
  at: number
}

/** The values of `spend`, in their order. */
export function spendValues({ previewId, account, at }: NewHandTransfer): (string | number)[] {
  return [at, 0, previewId, at, 5, `exchange:${account.exchange_type}`, `client:${account.client_id}`]
}

/** The values of `insert`, in their order. */
export function insertValues({ id, previewId, terms, account, at }: NewHandTransfer): (string | number)[] {
  const { networkKey, contract, fromAddress, toAddress, amount } = JSON.parse(terms) as Record<string, string>
  const copied = [networkKey, contract, fromAddress, toAddress, amount].map((value) => value ?? '')
  const owner = [account.client_id, account.id, account.user_id, account.exchange_type]
  return [id, previewId, ...owner, terms, ...copied, at, at, at + 5_000]
}

/** Of the accepted transfer, for webhooks and the event list: the values of `clientEvent` and of `deliveries`, in their order. */
export function reportValues({ id, account, at }: NewHandTransfer): {
  clientEvent: (string | number)[]
  deliveries: (string | number)[]
} {
  const eventId = handHash(id, 'transfer.pending')
  const data = JSON.stringify({ n: 2, state: 'Submitted', hash: '', confirmations: 0, errorType: null, errorData: {} })
  return {
    clientEvent: [eventId, account.client_id, at, id, data],
    deliveries: [eventId, id, at, at, account.client_id],
  }
}
