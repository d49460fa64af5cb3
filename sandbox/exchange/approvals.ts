// What a user has to say yes to before the exchange goes on: a sign-in or a withdrawal, by the link in an e-mail or on a
// device, and addresses that may receive. The yes is given on this exchange's own pages.

import { randomUUID } from 'node:crypto'
import type { ExchangeDatabase } from './database.ts'
import { ExchangeError } from './exchange-error.ts'
import type { Outbox } from './outbox.ts'

export type ApprovalKind = 'email' | 'device' | 'address'
export type ApprovalAnswer = 'given' | 'declined'

export interface Approval {
  id: string
  login: string
  kind: ApprovalKind
  purpose: 'sign-in' | 'withdrawal' | 'address'
  /** What it is about, as the exchange looks it up: an order, an address, '' for a sign-in. */
  subject: string
  /** The same in words. */
  about: string
  answer: ApprovalAnswer | null
  created_at: number
}

export interface Approvals {
  /** The one there is for this subject, or a new one, of which the user is told. */
  ask(wanted: Pick<Approval, 'login' | 'kind' | 'purpose' | 'subject' | 'about'>): Approval
  find(id: string): Approval | undefined
  findBySubject(login: string, purpose: Approval['purpose'], subject: string): Approval | undefined
  /** Where the user answers; null for an e-mail, which carries its own link. */
  pageOf(kind: ApprovalKind): string | null
  /** Tells the user once more. */
  tell(approval: Approval): void
  /** Throws not_found for an unknown id. An answer once given stays, except that of an address. */
  answer(id: string, answer: ApprovalAnswer): Approval
  forget(id: string): void
  forgetAllOf(login: string): void
  /** Newest first. */
  all(): Approval[]
}

export const maskedMail = 'u•••@example.com'
const deviceName = 'Pixel 9'

/** Where the user is reached, masked. */
export function recipientOf(kind: ApprovalKind): string {
  return kind === 'email' ? maskedMail : deviceName
}

export function createApprovals(
  database: ExchangeDatabase,
  outbox: Outbox,
  now: () => number,
  pageUrl: () => string,
): Approvals {
  const insert = database.prepare(
    `insert into approval values (@id, @login, @kind, @purpose, @subject, @about, null, @created_at)`,
  )
  const find = database.prepare<[string], Approval>('select * from approval where id = ?')
  const findBySubject = database.prepare<[string, string, string], Approval>(
    'select * from approval where login = ? and purpose = ? and subject = ?',
  )
  const setAnswer = database.prepare(
    "update approval set answer = ? where id = ? and (answer is null or purpose = 'address')",
  )

  const tell = ({ id, kind, login, about }: Approval) => {
    if (kind === 'email') {
      const text = `${about} Confirm by opening ${pageUrl()}/confirm/${id}`
      outbox.send({ kind: 'email', recipient: maskedMail, text, code: '' })
    }
    if (kind === 'device') {
      outbox.send({ kind: 'push', recipient: deviceName, text: `${login}: ${about} ${pageUrl()}/device`, code: '' })
    }
  }
  return {
    ask: (wanted) => {
      const known = wanted.subject === '' ? undefined : findBySubject.get(wanted.login, wanted.purpose, wanted.subject)
      if (known !== undefined) return known
      const approval: Approval = { ...wanted, id: randomUUID(), answer: null, created_at: now() }
      insert.run(approval)
      tell(approval)
      return approval
    },
    pageOf: (kind) => (kind === 'email' ? null : `${pageUrl()}/${kind === 'device' ? 'device' : 'addresses'}`),
    find: (id) => find.get(id),
    findBySubject: (login, purpose, subject) => findBySubject.get(login, purpose, subject),
    tell,
    answer: (id, answer) => {
      setAnswer.run(answer, id)
      const approval = find.get(id)
      if (approval === undefined) throw new ExchangeError(404, 'not_found', 'Nothing with this id waits for an answer.')
      return approval
    },
    forget: (id) => void database.prepare('delete from approval where id = ?').run(id),
    forgetAllOf: (login) => void database.prepare('delete from approval where login = ?').run(login),
    all: () => database.prepare<[], Approval>('select * from approval order by rowid desc limit 200').all(),
  }
}
