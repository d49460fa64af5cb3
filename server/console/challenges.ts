// Sign-ins that a browser has begun. The row is found by the hash of a cookie, for ten minutes, and is used once.

import { randomBytes } from 'node:crypto'
import type { Context } from 'hono'
import { hashSecret } from '../secrets/tokens.ts'
import type { Query } from '../storage/storage.ts'
import type { ConsoleDeps } from './console-deps.ts'
import { clearCookie, readCookie, writeCookie } from './session-cookie.ts'

/** The browser's session when it began. The new one replaces it. */
export interface ReplacedSession {
  id: string
  operatorId: string
}

interface Challenges {
  oidc: {
    state: string
    nonce: string
    verifier: string
    /** The address of the console to which the operator returns. */
    returnTo: string
    replaced: ReplacedSession | null
    /** The same operator confirms an action. The identity provider must not skip the sign-in. */
    isAgain: boolean
  }
  passkey: { challenge: string; replaced: ReplacedSession | null; isAgain: boolean }
  register: { challenge: string; codeHash: string; operatorId: string }
}

const seconds = 600
/** More than can be in use. A flood replaces the oldest. */
export const maximumChallenges = 10_000
const deletedAtOnce = 1_000

export async function beginChallenge<Kind extends keyof Challenges>(
  context: Context,
  { database: { query }, settings, now }: ConsoleDeps,
  { kind, details }: { kind: Kind; details: Challenges[Kind] },
): Promise<void> {
  const secret = randomBytes(32).toString('base64url')
  const expiresAt = now().getTime() + seconds * 1_000
  const row = { hash: hashSecret(secret), kind, details: JSON.stringify(details), expires_at: expiresAt }
  await query.insertInto('operator_challenge').values(row).execute()
  await deleteSurplus(query)
  writeCookie(context, 'sign-in', { settings, value: secret, seconds })
}

/** Ends it, whatever follows. Undefined if this browser has begun none, it has expired, or it was used. */
export async function takeChallenge<Kind extends keyof Challenges>(
  context: Context,
  { database: { query }, settings, now }: ConsoleDeps,
  kind: Kind,
): Promise<Challenges[Kind] | undefined> {
  const secret = readCookie(context, 'sign-in', settings)
  clearCookie(context, 'sign-in', settings)
  if (secret === undefined) return undefined
  const hash = hashSecret(secret)
  const select = query.selectFrom('operator_challenge').select(['kind', 'details', 'expires_at'])
  const row = await select.where('hash', '=', hash).executeTakeFirst()
  const { numDeletedRows } = await query
    .deleteFrom('operator_challenge')
    .where('hash', '=', hash)
    .executeTakeFirstOrThrow()
  const isUsable = row !== undefined && numDeletedRows === 1n && row.kind === kind && row.expires_at > now().getTime()
  return isUsable ? (JSON.parse(row.details) as Challenges[Kind]) : undefined
}

async function deleteSurplus(query: Query): Promise<void> {
  const surplus = query
    .selectFrom('operator_challenge')
    .select('hash')
    .orderBy('expires_at', 'desc')
    .limit(deletedAtOnce)
    .offset(maximumChallenges)
  await query.deleteFrom('operator_challenge').where('hash', 'in', surplus).execute()
}
