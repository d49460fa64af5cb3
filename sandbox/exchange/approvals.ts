// Approvals by the user: of a sign-in or withdrawal, by the link in an e-mail or on a device, and of addresses. The user answers on
// the exchange's pages.

import { randomUUID } from 'node:crypto'
import type { ExchangeDatabase } from './database.ts'
import { ExchangeError } from './exchange-error.ts'
import type { Outbox } from './outbox.ts'

type ApprovalKind = 'email' | 'device' | 'address'
export type ApprovalAnswer = 'given' | 'declined'

export interface Approval {
  id: string
  login: string
  kind: ApprovalKind
  purpose: 'sign-in' | 'withdrawal' | 'address'
  /** The key of an order or an address. '' for a sign-in. */
  subject: string
  /** The text that the user sees. */
  about: string
  answer: ApprovalAnswer | null
  created_at: number
}

export interface Approvals {
  /** Returns the approval for this subject, or creates it and notifies the user. */
  request(approval: Pick<Approval, 'login' | 'kind' | 'purpose' | 'subject' | 'about'>): Approval
  find(id: string): Approval | undefined
  findBySubject(login: string, purpose: Approval['purpose'], subject: string): Approval | undefined
  /** The page where the user answers. For an e-mail, which contains the link, the outbox. */
  pageOf(kind: ApprovalKind): string
  /** Notifies the user again. */
  notify(approval: Approval): void
  /** Throws not_found for an unknown id. Only the answer for an address can change. */
  answer(id: string, answer: ApprovalAnswer): Approval
  forget(id: string): void
  forgetAllOf(login: string): void
  /** Newest first. */
  all(): Approval[]
}

export const maskedMail = 'u•••@example.com'
const deviceName = 'Pixel 9'

/** The masked recipient of the notification. */
export function recipientOf(kind: ApprovalKind): string {
  return kind === 'email' ? maskedMail : deviceName
}

const pages: Record<ApprovalKind, string> = { email: '/outbox', device: '/device', address: '/addresses' }

export function createApprovals(
  database: ExchangeDatabase,
  { outbox, now, pageUrl }: { outbox: Outbox; now: () => number; pageUrl: () => string },
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

  const notify = ({ id, kind, login, about }: Approval) => {
    if (kind === 'email') {
      const text = `${about} Confirm by opening ${pageUrl()}/confirm/${id}`
      outbox.send({ kind: 'email', recipient: maskedMail, text, code: '' })
    }
    if (kind === 'device') {
      outbox.send({ kind: 'push', recipient: deviceName, text: `${login}: ${about} ${pageUrl()}/device`, code: '' })
    }
  }
  return {
    request: (requested) => {
      const existing =
        requested.subject === '' ? undefined : findBySubject.get(requested.login, requested.purpose, requested.subject)
      if (existing !== undefined) return existing
      const approval: Approval = { ...requested, id: randomUUID(), answer: null, created_at: now() }
      insert.run(approval)
      notify(approval)
      return approval
    },
    pageOf: (kind) => pageUrl() + pages[kind],
    find: (id) => find.get(id),
    findBySubject: (login, purpose, subject) => findBySubject.get(login, purpose, subject),
    notify,
    answer: (id, answer) => {
      setAnswer.run(answer, id)
      const approval = find.get(id)
      if (approval === undefined)
        throw new ExchangeError(404, 'not_found', 'There is no pending approval with this id.')
      return approval
    },
    forget: (id) => void database.prepare('delete from approval where id = ?').run(id),
    forgetAllOf: (login) => void database.prepare('delete from approval where login = ?').run(login),
    all: () => database.prepare<[], Approval>('select * from approval order by rowid desc limit 200').all(),
  }
}
