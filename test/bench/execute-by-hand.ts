// One execute by hand against better-sqlite3.
import { randomUUID } from 'node:crypto'
import type Sqlite from 'better-sqlite3'
import {
  type HandStatement,
  handHash,
  handStatements,
  insertValues,
  type NewHandTransfer,
  reportValues,
  spendValues,
} from './hand-statements.ts'

export function executeByHand(database: Sqlite.Database, accountId: string, clientId: string, now: () => Date) {
  const prepared = Object.fromEntries(
    Object.entries(handStatements).map(([name, text]) => [name, database.prepare(text)]),
  ) as Record<HandStatement, Sqlite.Statement>

  const note = (transferId: string, n: number, kind: string, at: number) => {
    const before = n === 1 ? '' : (prepared.previous.get(transferId, n - 1) as { hash: string }).hash
    const detail = handHash('{}')
    const hash = handHash(transferId, n, at, kind, detail, before)
    prepared.event.run(transferId, n, at, kind, '{}', detail, before, hash)
  }
  const begin = database.transaction((transfer: NewHandTransfer) => {
    const { id, account, terms, at } = transfer
    if (prepared.spend.run(...spendValues(transfer)).changes !== 1) throw new Error('spent')
    const { ended_at } = prepared.signIn.get(account.sign_in_id) as { ended_at: number | null }
    if (ended_at !== null) throw new Error('signed out')
    prepared.insert.run(...insertValues(transfer))
    note(id, 1, 'created', at)
    prepared.attempt.run(id, randomUUID(), handHash(terms), at, at + 30_000)
  })
  const finish = database.transaction((transfer: NewHandTransfer) => {
    const { id, at } = transfer
    if (prepared.outcome.run('accepted', id).changes !== 1) throw new Error('settled')
    if (prepared.change.run(`w-${id}`, at, at, id).changes !== 1) throw new Error('raced')
    note(id, 2, 'accepted', at)
    const { clientEvent, deliveries } = reportValues(transfer)
    prepared.clientEvent.run(...clientEvent)
    prepared.deliveries.run(...deliveries)
  })

  return async (previewId: string): Promise<void> => {
    const at = now().getTime()
    const { terms } = prepared.preview.get(previewId) as { terms: string }
    const account = prepared.account.get(accountId, clientId) as NewHandTransfer['account']
    const transfer = { id: randomUUID(), previewId, terms, account, at }
    begin.immediate(transfer)
    await Promise.resolve()
    finish.immediate(transfer)
  }
}
