// Sign-ins on the exchange's own page, from the application's request to the code that it gets: password, code where the login
// has one, consent. Kept in the ledger's database, so that a restart loses none.

import { createHash, randomBytes } from 'node:crypto'
import type { ExchangeDatabase } from '../../database.ts'
import type { SendLimit } from './scopes.ts'

/** What the application asked for. */
export interface AskedAccess {
  clientId: string
  redirectUri: string
  scopes: string[]
  state: string
  challenge: string
  challengeMethod: string
  sendLimit: SendLimit
}

export type Stage = 'password' | 'code' | 'approval' | 'consent'

export interface Attempt {
  id: string
  asked: AskedAccess
  login: string
  stage: Stage
  /** By which the code was sent, or the approval asked for. */
  method: string
  wrongCodes: number
  createdAt: number
}

export interface IssuedCode {
  asked: AskedAccess
  login: string
  /** Under which its tokens are revoked when it is used again. */
  family: string
  wasUsed: boolean
  createdAt: number
}

export interface OauthAttempts {
  begin(asked: AskedAccess): Attempt
  /** Undefined for one that nobody began, or that took too long. */
  find(id: string): Attempt | undefined
  step(id: string, change: Partial<Pick<Attempt, 'login' | 'stage' | 'method' | 'wrongCodes'>>): Attempt
  end(id: string): void
  /** The code with which the window goes back. */
  issueCode(attempt: Attempt): string
  /** Marks the code as used, in the same breath. */
  useCode(code: string): IssuedCode | undefined
}

export const codeMs = 10 * 60_000
const attemptMs = 10 * 60_000

interface Row {
  id: string
  asked: string
  login: string
  stage: Stage
  method: string
  wrong_codes: number
  created_at: number
}

export function createOauthAttempts(database: ExchangeDatabase, now: () => number): OauthAttempts {
  const find = database.prepare<[string], Row>('select * from oauth_attempt where id = ?')
  const write = database.prepare(
    `insert or replace into oauth_attempt
     values (@id, @asked, @login, @stage, @method, @wrongCodes, @createdAt)`,
  )
  const save = (attempt: Attempt) => {
    write.run({ ...attempt, asked: JSON.stringify(attempt.asked) })
    return attempt
  }
  const load = (id: string) => {
    const row = find.get(id)
    if (row === undefined || now() - row.created_at > attemptMs) return undefined
    const { wrong_codes, created_at, asked, ...rest } = row
    return { ...rest, asked: JSON.parse(asked) as AskedAccess, wrongCodes: wrong_codes, createdAt: created_at }
  }
  const findCode = database.prepare<
    [string],
    { asked: string; login: string; family: string; used: number; created_at: number }
  >('select * from oauth_code where hash = ?')
  const markUsed = database.prepare('update oauth_code set used = 1 where hash = ?')
  return {
    begin: (asked) => {
      const fresh = { login: '', stage: 'password', method: '', wrongCodes: 0, createdAt: now() } as const
      return save({ id: secret(), asked, ...fresh })
    },
    find: load,
    step: (id, change) => save({ ...(load(id) as Attempt), ...change }),
    end: (id) => void database.prepare('delete from oauth_attempt where id = ?').run(id),
    issueCode: ({ asked, login }) => {
      const code = secret()
      database
        .prepare('insert into oauth_code values (?, ?, ?, ?, 0, ?)')
        .run(hashOf(code), JSON.stringify(asked), login, secret(), now())
      return code
    },
    useCode: database.transaction((code: string) => {
      const row = findCode.get(hashOf(code))
      if (row === undefined) return undefined
      markUsed.run(hashOf(code))
      const { login, family, created_at } = row
      const asked = JSON.parse(row.asked) as AskedAccess
      return { asked, login, family, wasUsed: row.used === 1, createdAt: created_at }
    }),
  }
}

export function secret(): string {
  return randomBytes(32).toString('hex')
}

export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
