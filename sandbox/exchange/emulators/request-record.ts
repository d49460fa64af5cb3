// Records every request to an emulator, so that a test can count the withdrawals of each order.

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
  /** The withdrawal that the request created. '' if none. */
  withdrawalId: string
  /** The HTTP status, with `lost` if the response was not sent. '' if the exchange stopped first. */
  answer: string
}

export interface RequestRecord {
  /** Call it before the request is processed. Returns the number for `complete`. */
  add(
    at: number,
    request: Omit<RecordedRequest, 'at' | 'login' | 'answer' | 'reference' | 'withdrawalId'>,
  ): number | bigint
  complete(seq: number | bigint, result: Pick<RecordedRequest, 'login' | 'reference' | 'withdrawalId' | 'answer'>): void
  find(filter: Partial<Record<'emulator' | 'kind' | 'reference' | 'login', string | null>>): RecordedRequest[]
}

// Only orders are recorded without limit.
const maxRecordedReads = 5000

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
      if (seq % 500 === 0) prune.run(seq - maxRecordedReads)
      return lastInsertRowid
    },
    complete: (seq, result) => void complete.run({ ...result, seq }),
    find: ({ emulator = null, kind = null, reference = null, login = null }) =>
      select.all({ emulator, kind, reference, login }).map(({ seq: _, at, withdrawal_id, ...rest }) => ({
        ...rest,
        at: new Date(at).toISOString(),
        withdrawalId: withdrawal_id,
      })),
  }
}

interface OrderCount {
  login: string
  /** The client's id of the order. Kraken has none: the order's body. */
  order: string
  requests: number
  /** The number of withdrawals made. More than one is a double payment. */
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
