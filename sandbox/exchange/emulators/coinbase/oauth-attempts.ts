// Sign-ins on the exchange's pages, from the application's request to its authorization code: password, one-time code if the login
// requires one, consent. Stored in the ledger's database, so that they survive a restart.

import { createHash, randomBytes } from 'node:crypto'
import type { ExchangeDatabase } from '../../database.ts'
import type { SendLimit } from './scopes.ts'

/** The access that the application requested. */
interface RequestedAccess {
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
  requested: RequestedAccess
  login: string
  stage: Stage
  /** The method by which the code was sent or the approval was requested. */
  method: string
  wrongCodes: number
  createdAt: number
}

export interface IssuedCode {
  requested: RequestedAccess
  login: string
  /** Identifies the tokens to revoke if the code is used again. */
  family: string
  wasUsed: boolean
  createdAt: number
}

export interface OauthAttempts {
  begin(requested: RequestedAccess): Attempt
  /** Undefined if the sign-in is unknown or has expired. */
  find(id: string): Attempt | undefined
  step(id: string, change: Partial<Pick<Attempt, 'login' | 'stage' | 'method' | 'wrongCodes'>>): Attempt
  end(id: string): void
  /** Returns the authorization code for the redirect. */
  issueCode(attempt: Attempt): string
  /** Also marks the code as used, in the same transaction. */
  useCode(code: string): IssuedCode | undefined
}

export const codeMs = 10 * 60_000
const attemptMs = 10 * 60_000

interface Row {
  id: string
  requested: string
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
     values (@id, @requested, @login, @stage, @method, @wrongCodes, @createdAt)`,
  )
  const save = (attempt: Attempt) => {
    write.run({ ...attempt, requested: JSON.stringify(attempt.requested) })
    return attempt
  }
  const load = (id: string) => {
    const row = find.get(id)
    if (row === undefined || now() - row.created_at > attemptMs) return undefined
    const { wrong_codes, created_at, requested, ...rest } = row
    return {
      ...rest,
      requested: JSON.parse(requested) as RequestedAccess,
      wrongCodes: wrong_codes,
      createdAt: created_at,
    }
  }
  const findCode = database.prepare<
    [string],
    { requested: string; login: string; family: string; used: number; created_at: number }
  >('select * from oauth_code where hash = ?')
  const markUsed = database.prepare('update oauth_code set used = 1 where hash = ?')
  return {
    begin: (requested) => {
      const fresh = { login: '', stage: 'password', method: '', wrongCodes: 0, createdAt: now() } as const
      return save({ id: secret(), requested, ...fresh })
    },
    find: load,
    step: (id, change) => save({ ...(load(id) as Attempt), ...change }),
    end: (id) => void database.prepare('delete from oauth_attempt where id = ?').run(id),
    issueCode: ({ requested, login }) => {
      const code = secret()
      database
        .prepare('insert into oauth_code values (?, ?, ?, ?, 0, ?)')
        .run(hashOf(code), JSON.stringify(requested), login, secret(), now())
      return code
    },
    useCode: database.transaction((code: string) => {
      const row = findCode.get(hashOf(code))
      if (row === undefined) return undefined
      markUsed.run(hashOf(code))
      const { login, family, created_at } = row
      const requested = JSON.parse(row.requested) as RequestedAccess
      return { requested, login, family, wasUsed: row.used === 1, createdAt: created_at }
    }),
  }
}

export function secret(): string {
  return randomBytes(32).toString('hex')
}

export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
