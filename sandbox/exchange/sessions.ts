// Sign-in: passwords, codes and tokens. Tokens are stored as hashes and survive a restart.

import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { type Approval, type Approvals, recipientOf } from './approvals.ts'
import { checkCode, codeLength, codeMethods, expiredCode, rightCode, sendCode } from './codes.ts'
import type { ExchangeDatabase } from './database.ts'
import { ExchangeError } from './exchange-error.ts'
import { findLogin, password as goodPassword, type Login } from './logins.ts'
import type { Outbox } from './outbox.ts'

export interface Sessions {
  signIn(username: string, password: string): Record<string, unknown>
  enterCode(challengeId: string, code: string): Record<string, unknown>
  chooseMethod(challengeId: string, kind: string): Record<string, unknown>
  /** The state of a sign-in that waits for approval. Once approved, it returns tokens, once. */
  pollApproval(challengeId: string): Record<string, unknown>
  /** Notifies the user of the pending approval again. */
  resendApproval(challengeId: string): Record<string, unknown>
  refresh(refreshToken: string): Record<string, unknown>
  /** The login of an access token. Throws token_invalid. */
  loginOf(accessToken: string): Login
}

const accessSeconds = 3600
const refreshSeconds = 30 * 24 * 3600
const challengeMs = 5 * 60_000
const maximumWrongCodes = 5

interface SessionDeps {
  database: ExchangeDatabase
  now: () => number
  outbox: Outbox
  approvals: Approvals
}

interface ChallengeRow {
  id: string
  login: string
  method: string
  wrong_codes: number
  created_at: number
}

export function createSessions({ database, now, outbox, approvals }: SessionDeps): Sessions {
  const insertToken = database.prepare('insert into token values (?, ?, ?, ?)')
  const findToken = database.prepare<[string, string], { login: string; expires_at: number }>(
    'select login, expires_at from token where hash = ? and kind = ?',
  )
  const deleteToken = database.prepare('delete from token where hash = ?')
  const insertChallenge = database.prepare('insert into challenge values (?, ?, ?, 0, ?)')
  const findChallenge = database.prepare<[string], ChallengeRow>('select * from challenge where id = ?')
  const deleteChallenge = database.prepare('delete from challenge where id = ?')
  const setMethod = database.prepare('update challenge set method = ? where id = ?')
  const addWrongCode = database.prepare('update challenge set wrong_codes = wrong_codes + 1 where id = ?')

  const issue = (login: Login, kind: 'access' | 'refresh', seconds: number) => {
    const token = `${kind === 'access' ? 'sxa' : 'sxr'}_${randomBytes(24).toString('base64url')}`
    insertToken.run(hashOf(token), kind, login.name, now() + seconds * 1000)
    return token
  }
  const insertTokens = database.transaction((login: Login) => ({
    accessToken: issue(login, 'access', accessSeconds),
    refreshToken: login.hasNoRefreshToken === true ? null : issue(login, 'refresh', refreshSeconds),
    expiresIn: accessSeconds,
  }))
  const authenticated = (login: Login) => ({
    state: 'authenticated',
    ...insertTokens(login),
    user: { id: login.name.replace('user_', 'sx-'), name: login.name },
    accounts: login.accounts,
  })
  const loginOfToken = (token: string, kind: 'access' | 'refresh') => {
    const row = findToken.get(hashOf(token), kind)
    const login = row === undefined || row.expires_at <= now() ? undefined : findLogin(row.login)
    if (login === undefined) throw new ExchangeError(401, 'token_invalid', 'This token is not valid.')
    return login
  }
  const openChallenge = (id: string) => {
    const challenge = findChallenge.get(id)
    if (challenge === undefined) throw unknownSignIn()
    if (challenge.wrong_codes >= maximumWrongCodes) throw tooManyCodes()
    if (now() - challenge.created_at > challengeMs) {
      throw new ExchangeError(410, 'code_expired', 'This sign-in took too long. Start again.')
    }
    return challenge
  }

  const waiting = ({ id, kind, created_at }: Approval) => {
    const expiresIn = Math.round((created_at + challengeMs - now()) / 1000)
    const page = approvals.pageOf(kind)
    return { state: 'approval_required', challengeId: id, by: kind, to: recipientOf(kind), page, expiresIn }
  }
  const openApproval = (id: string) => {
    const approval = approvals.find(id)
    if (approval?.purpose !== 'sign-in') throw unknownSignIn()
    if (approval.answer === 'declined') throw new ExchangeError(403, 'declined', 'This sign-in was declined.')
    if (now() - approval.created_at > challengeMs) {
      throw new ExchangeError(410, 'approval_expired', 'This sign-in was not approved in time. Start again.')
    }
    return approval
  }

  return {
    signIn: (username, password) => {
      const login = findLogin(username)
      if (login === undefined || password !== goodPassword) {
        throw new ExchangeError(401, 'bad_credentials', 'The user name or the password is wrong.')
      }
      if (login.isLocked === true) throw new ExchangeError(423, 'account_locked', 'This account is locked.')
      if (login.approvesSignIn !== undefined) {
        const about = `New sign-in as ${login.name}.`
        const approvalRequest = {
          login: login.name,
          kind: login.approvesSignIn,
          purpose: 'sign-in',
          subject: '',
          about,
        } as const
        return waiting(approvals.request(approvalRequest))
      }
      if (login.codeAtLogin !== true) return authenticated(login)
      const challengeId = randomUUID()
      insertChallenge.run(challengeId, login.name, 'totp', now())
      return { state: 'code_required', challengeId, method: 'totp', methods: codeMethods, length: codeLength }
    },
    enterCode: (challengeId, code) => {
      const challenge = openChallenge(challengeId)
      const isWrong = code !== rightCode && code !== expiredCode
      if (isWrong) addWrongCode.run(challengeId)
      const attemptsLeft = maximumWrongCodes - challenge.wrong_codes - 1
      if (isWrong && attemptsLeft === 0) throw tooManyCodes()
      checkCode(code, { attemptsLeft })
      deleteChallenge.run(challengeId)
      return authenticated(findLogin(challenge.login) as Login)
    },
    chooseMethod: (challengeId, kind) => {
      const challenge = openChallenge(challengeId)
      sendCode(outbox, kind, `It signs in ${challenge.login}.`)
      setMethod.run(kind, challengeId)
      return { method: kind, methods: codeMethods }
    },
    pollApproval: (challengeId) => {
      const approval = openApproval(challengeId)
      if (approval.answer === null) return waiting(approval)
      approvals.forget(challengeId)
      return authenticated(findLogin(approval.login) as Login)
    },
    resendApproval: (challengeId) => {
      const approval = openApproval(challengeId)
      approvals.notify(approval)
      return waiting(approval)
    },
    refresh: database.transaction((refreshToken: string) => {
      const login = loginOfToken(refreshToken, 'refresh')
      deleteToken.run(hashOf(refreshToken))
      return insertTokens(login)
    }),
    loginOf: (accessToken) => loginOfToken(accessToken, 'access'),
  }
}

function unknownSignIn(): ExchangeError {
  return new ExchangeError(404, 'challenge_unknown', 'There is no such sign-in. Start again.')
}

function tooManyCodes(): ExchangeError {
  return new ExchangeError(429, 'too_many_codes', 'Too many wrong codes. Sign in again.')
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
