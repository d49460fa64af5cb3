// Every request that ever arrived as an emulator, so that "at most one withdrawal" is a question to this book.

import type { ExchangeDatabase } from '../database.ts'
import type { CallKind } from './emulator.ts'

export interface RecordedRequest {
  at: string
  emulator: string
  kind: CallKind
  login: string
  method: string
  path: string
  query: string
  body: string
  reference: string
  /** The withdrawal that was made by it; '' for none. */
  withdrawalId: string
  /** The HTTP status, and `lost` where the answer never left; '' when the exchange died first. */
  answer: string
}

export interface RequestRecord {
  /** To be called before anything is done. Answers the number to complete it with. */
  add(
    at: number,
    request: Omit<RecordedRequest, 'at' | 'login' | 'answer' | 'reference' | 'withdrawalId'>,
  ): number | bigint
  complete(seq: number | bigint, told: Pick<RecordedRequest, 'login' | 'reference' | 'withdrawalId' | 'answer'>): void
  find(wanted: Partial<Record<'emulator' | 'kind' | 'reference' | 'login', string | null>>): RecordedRequest[]
}

// Looking is asked for without end; orders are kept for ever.
const looksKept = 5000

export function createRequestRecord(database: ExchangeDatabase): RequestRecord {
  const insert = database.prepare(
    `insert into emulator_call (at, emulator, kind, login, method, path, query, body, reference, withdrawal_id, answer)
     values (@at, @emulator, @kind, '', @method, @path, @query, @body, '', '', '')`,
  )
  const complete = database.prepare(
    `update emulator_call set login = @login, reference = @reference, withdrawal_id = @withdrawalId, answer = @answer
     where seq = @seq`,
  )
  const prune = database.prepare("delete from emulator_call where kind <> 'withdraw' and seq < ?")
  const select = database.prepare<
    [Record<string, unknown>],
    Omit<RecordedRequest, 'at' | 'withdrawalId'> & { at: number; seq: number; withdrawal_id: string }
  >(
    `select * from emulator_call
     where (@emulator is null or emulator = @emulator) and (@kind is null or kind = @kind)
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
    find: ({ emulator = null, kind = null, reference = null, login = null }) =>
      select.all({ emulator, kind, reference, login }).map(({ seq: _, at, withdrawal_id, ...rest }) => ({
        ...rest,
        at: new Date(at).toISOString(),
        withdrawalId: withdrawal_id,
      })),
  }
}

export interface OrderCount {
  login: string
  /** The client's own name for it; in Kraken, which has none, what was ordered. */
  order: string
  requests: number
  /** How many withdrawals came of them: more than one is what must never be. */
  withdrawals: number
}

export function countOrders(requests: RecordedRequest[]): OrderCount[] {
  const counts = new Map<string, OrderCount & { ids: Set<string> }>()
  for (const { kind, login, reference, body, withdrawalId } of requests) {
    if (kind !== 'withdraw') continue
    const order = reference === '' ? body.replace(/(^|&)(nonce|timestamp|otp)=[^&]*/g, '').replace(/^&/, '') : reference
    const key = `${login} ${order}`
    const count = counts.get(key) ?? { login, order, requests: 0, withdrawals: 0, ids: new Set() }
    count.requests++
    if (withdrawalId !== '') count.ids.add(withdrawalId)
    counts.set(key, count)
  }
  return [...counts.values()].map(({ ids, ...count }) => ({ ...count, withdrawals: ids.size }))
}
