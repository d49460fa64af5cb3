// The statements of one execute, written by hand. The engine is compared with them. They make the same guarantees (two transactions,
// events chained by hash), without accounts, risk checks or states.
import { createHash } from 'node:crypto'

export const handStatements = {
  preview: 'select * from preview where id = ?',
  ofPreview: 'select * from transfer where preview_id = ?',
  account:
    'select account.*, sign_in.sealed_credentials from account join sign_in on sign_in.id = account.sign_in_id where account.id = ?',
  spend:
    'update preview set spent_at = ?, wrong_codes = wrong_codes where id = ? and expires_at > ? and wrong_codes < 5',
  insert: `insert into transfer (id, preview_id, client_id, account_id, user_id, exchange_type, terms, state, status, created_at, updated_at, next_poll_at, last_event)
    values (?, ?, ?, ?, ?, ?, ?, 'Submitting', 'Pending', ?, ?, ?, 1)`,
  attempts: 'select * from attempt where transfer_id = ? order by n',
  attempt:
    'insert into attempt (transfer_id, n, client_reference, digest, created_at, valid_until) values (?, 1, ?, ?, ?, ?)',
  previous: 'select hash from transfer_event where transfer_id = ? and n = ?',
  event:
    'insert into transfer_event (transfer_id, n, at, kind, detail, previous_hash, hash) values (?, ?, ?, ?, ?, ?, ?)',
  outcome: 'update attempt set outcome = ? where transfer_id = ? and n = 1',
  change: `update transfer set state = 'Submitted', withdrawal_id = ?, updated_at = ?, next_poll_at = ?, last_event = 2 where id = ? and last_event = 1`,
}

export type HandStatement = keyof typeof handStatements

export function handHash(...parts: (string | number)[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}
