// The SMS, e-mails and push messages of this exchange. None leaves the machine.

import type { ExchangeDatabase } from './database.ts'

export interface OutboxMessage {
  at: string
  kind: string
  recipient: string
  text: string
  /** '' in a message with a link. */
  code: string
  /** The link of a message to confirm, otherwise ''. */
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
