// The statements of one execute, written by hand against better-sqlite3: what the engine's share is measured beside.
// It keeps the same promises (two transactions, events chained by hash), and knows nothing of accounts, risk or states.
import { createHash, randomUUID } from 'node:crypto'
import type Sqlite from 'better-sqlite3'

export function executeByHand(database: Sqlite.Database, accountId: string, clientId: string, now: () => Date) {
  const one = (sql: string) => database.prepare(sql)
  const preview = one('select * from preview where id = ?')
  const ofPreview = one('select * from transfer where preview_id = ?')
  const account = one(
    'select account.*, sign_in.sealed_credentials from account join sign_in on sign_in.id = account.sign_in_id where account.id = ?',
  )
  const spend = one(
    'update preview set spent_at = ?, wrong_codes = wrong_codes where id = ? and expires_at > ? and wrong_codes < 5',
  )
  const insert =
    one(`insert into transfer (id, preview_id, client_id, account_id, user_id, exchange_type, terms, state, status, created_at, updated_at, look_at, last_event)
    values (?, ?, ?, ?, ?, ?, ?, 'Submitting', 'Pending', ?, ?, ?, 1)`)
  const attempts = one('select * from attempt where transfer_id = ? order by n')
  const attempt = one(
    `insert into attempt (transfer_id, n, client_reference, digest, created_at, valid_until) values (?, 1, ?, ?, ?, ?)`,
  )
  const previous = one('select hash from transfer_event where transfer_id = ? and n = ?')
  const event = one(
    'insert into transfer_event (transfer_id, n, at, kind, detail, previous_hash, hash) values (?, ?, ?, ?, ?, ?, ?)',
  )
  const outbox = one('insert into outbox (id, transfer_id, n, created_at) values (?, ?, ?, ?)')
  const outcome = one('update attempt set outcome = ? where transfer_id = ? and n = 1')
  const change = one(
    `update transfer set state = 'Submitted', withdrawal_id = ?, updated_at = ?, look_at = ?, last_event = 2 where id = ? and last_event = 1`,
  )

  const note = (transferId: string, n: number, kind: string, at: number) => {
    const row = previous.get(transferId, n - 1) as { hash: string } | undefined
    const before = row?.hash ?? ''
    const hash = createHash('sha256')
      .update(JSON.stringify([transferId, n, at, kind, '{}', before]))
      .digest('hex')
    event.run(transferId, n, at, kind, '{}', before, hash)
    outbox.run(`${transferId}-${n}`, transferId, n, at)
  }
  const begin = database.transaction((id: string, previewId: string, userId: string, terms: string, now: number) => {
    if (spend.run(now, previewId, now).changes !== 1) throw new Error('spent')
    if (ofPreview.get(previewId) !== undefined) throw new Error('raced')
    insert.run(id, previewId, clientId, accountId, userId, 'scripted', terms, now, now, now + 5_000)
    note(id, 1, 'created', now)
    if (attempts.all(id).length > 0) throw new Error('attempted')
    attempt.run(id, randomUUID(), createHash('sha256').update(terms).digest('hex'), now, now + 30_000)
  })
  const finish = database.transaction((id: string, previewId: string, now: number) => {
    preview.get(previewId)
    outcome.run('accepted', id)
    if (change.run(`w-${id}`, now, now, id).changes !== 1) throw new Error('raced')
    note(id, 2, 'accepted', now)
  })

  return async (previewId: string): Promise<void> => {
    const at = now().getTime()
    const row = preview.get(previewId) as { terms: string }
    if (ofPreview.get(previewId) !== undefined) throw new Error('replay')
    const owner = account.get(accountId) as { user_id: string }
    const id = randomUUID()
    begin.immediate(id, previewId, owner.user_id, row.terms, at)
    await Promise.resolve()
    finish.immediate(id, previewId, at)
  }
}
