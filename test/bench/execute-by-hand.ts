// One execute by hand against better-sqlite3.
import { randomUUID } from 'node:crypto'
import type Sqlite from 'better-sqlite3'
import { type HandStatement, handHash, handStatements } from './hand-statements.ts'

export function executeByHand(database: Sqlite.Database, accountId: string, clientId: string, now: () => Date) {
  const prepared = Object.fromEntries(
    Object.entries(handStatements).map(([name, text]) => [name, database.prepare(text)]),
  ) as Record<HandStatement, Sqlite.Statement>

  const note = (transferId: string, n: number, kind: string, at: number) => {
    const before = (prepared.previous.get(transferId, n - 1) as { hash: string } | undefined)?.hash ?? ''
    prepared.event.run(transferId, n, at, kind, '{}', before, handHash(transferId, n, at, kind, '{}', before))
  }
  interface NewTransfer {
    id: string
    previewId: string
    userId: string
    terms: string
    at: number
  }
  const begin = database.transaction(({ id, previewId, userId, terms, at }: NewTransfer) => {
    if (prepared.spend.run(at, previewId, at).changes !== 1) throw new Error('spent')
    if (prepared.ofPreview.get(previewId) !== undefined) throw new Error('raced')
    prepared.insert.run(id, previewId, clientId, accountId, userId, 'scripted', terms, at, at, at + 5_000)
    note(id, 1, 'created', at)
    if (prepared.attempts.all(id).length > 0) throw new Error('attempted')
    prepared.attempt.run(id, randomUUID(), handHash(terms), at, at + 30_000)
  })
  const finish = database.transaction((id: string, previewId: string, at: number) => {
    prepared.preview.get(previewId)
    prepared.outcome.run('accepted', id)
    if (prepared.change.run(`w-${id}`, at, at, id).changes !== 1) throw new Error('raced')
    note(id, 2, 'accepted', at)
  })

  return async (previewId: string): Promise<void> => {
    const at = now().getTime()
    const row = prepared.preview.get(previewId) as { terms: string }
    if (prepared.ofPreview.get(previewId) !== undefined) throw new Error('replay')
    const owner = prepared.account.get(accountId) as { user_id: string }
    const id = randomUUID()
    begin.immediate({ id, previewId, userId: owner.user_id, terms: row.terms, at })
    await Promise.resolve()
    finish.immediate(id, previewId, at)
  }
}
