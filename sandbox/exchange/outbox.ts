// The SMS, e-mails and push messages that this exchange would have sent.

import type { ExchangeDatabase } from './database.ts'

export interface OutboxMessage {
  at: string
  kind: string
  recipient: string
  text: string
  /** '' in a message that carries a link. */
  code: string
  /** Of a message to be confirmed, else ''. */
  link: string
}

export interface Outbox {
  send(message: Omit<OutboxMessage, 'at' | 'link'>): void
  /** Newest first. */
  messages(): OutboxMessage[]
}

export function createOutbox(database: ExchangeDatabase, now: () => number): Outbox {
  const insert = database.prepare('insert into outbox (at, kind, recipient, text, code) values (?, ?, ?, ?, ?)')
  type Row = Omit<OutboxMessage, 'at' | 'link'> & { at: number }
  const read = database.prepare<[], Row>('select * from outbox order by seq desc limit 100')
  return {
    send: ({ kind, recipient, text, code }) => void insert.run(now(), kind, recipient, text, code),
    messages: () =>
      read.all().map(({ at, kind, recipient, text, code }) => {
        const link = /\S+\/(?:confirm\/\S+|device)$/.exec(text)?.[0] ?? ''
        return { at: new Date(at).toISOString(), kind, recipient, text, code, link }
      }),
  }
}
