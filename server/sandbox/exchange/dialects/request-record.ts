// Every request that ever arrived in a dialect, so that "at most one withdrawal" is a question to this book.

import type { ExchangeDatabase } from '../database.ts'
import type { CallKind, DialectName } from './dialect.ts'

export interface RecordedRequest {
  at: string
  dialect: DialectName
  kind: CallKind
  login: string
  method: string
  path: string
  query: string
  body: string
  reference: string
  /** The HTTP status, and `lost` where the answer never left; '' when the exchange died first. */
  answer: string
}

export interface RequestRecord {
  /** To be called before anything is done. Answers the number to complete it with. */
  add(at: number, request: Omit<RecordedRequest, 'at' | 'login' | 'answer' | 'reference'>): number | bigint
  complete(seq: number | bigint, told: Pick<RecordedRequest, 'login' | 'reference' | 'answer'>): void
  find(wanted: Partial<Record<'dialect' | 'kind' | 'reference' | 'login', string | null>>): RecordedRequest[]
}

// Looking is asked for without end; orders are kept for ever.
const looksKept = 5000

export function createRequestRecord(database: ExchangeDatabase): RequestRecord {
  const insert = database.prepare(
    `insert into dialect_request (at, dialect, kind, login, method, path, query, body, reference, answer)
     values (@at, @dialect, @kind, '', @method, @path, @query, @body, '', '')`,
  )
  const complete = database.prepare(
    'update dialect_request set login = @login, reference = @reference, answer = @answer where seq = @seq',
  )
  const prune = database.prepare("delete from dialect_request where kind <> 'withdraw' and seq < ?")
  const select = database.prepare<[Record<string, unknown>], RecordedRequest & { at: number; seq: number }>(
    `select * from dialect_request
     where (@dialect is null or dialect = @dialect) and (@kind is null or kind = @kind)
       and (@reference is null or reference = @reference) and (@login is null or login = @login)
     order by seq`,
  )
  return {
    add: (at, request) => {
      const { lastInsertRowid } = insert.run({ ...request, at })
      const seq = Number(lastInsertRowid)
      if (seq % 500 === 0) prune.run(seq - looksKept)
      return lastInsertRowid
    },
    complete: (seq, told) => void complete.run({ ...told, seq }),
    find: ({ dialect = null, kind = null, reference = null, login = null }) =>
      select.all({ dialect, kind, reference, login }).map(({ seq: _, at, ...rest }) => ({
        ...rest,
        at: new Date(at).toISOString(),
      })),
  }
}
